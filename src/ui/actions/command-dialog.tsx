import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Button } from './button.tsx';
import css from './command-dialog.module.css';

interface Option {
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly mark: ReactNode;
}

interface Question {
  readonly text: string;
  readonly stay: string;
  readonly leave: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

interface Props {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly groups: readonly { readonly name: string; readonly options: readonly Option[] }[];
  /** Said if nothing fits. */
  readonly nothing: string;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
  /** Asked before what was chosen is done. */
  readonly asks?: Question | undefined;
}

/** The answer that changes nothing has the focus. */
function Asked({ text, stay, leave, onStay, onLeave }: Question) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <div className={`stack ${css.asked}`} ref={place}>
      <p role="alert">{text}</p>
      <Button variant="primary" wide onClick={onStay}>
        {stay}
      </Button>
      <Button wide onClick={onLeave}>
        {leave}
      </Button>
    </div>
  );
}

/** A field and the list of what fits it, of which one is chosen by arrows and Enter, or touched. */
export function CommandDialog(props: Props) {
  const { label, search, onSearch, groups, nothing, onChoose, onClose, asks } = props;
  const name = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const options = groups.flatMap((group) => group.options);
  const active = options[Math.min(at, options.length - 1)];
  const idOf = (option: Option): string => `${name}-${options.indexOf(option)}`;

  const go = (step: number): void => {
    if (options.length === 0) return;
    const from = Math.min(at, options.length - 1);
    setAt((from + step + options.length) % options.length);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) go(step);
    else if (event.key === 'Enter' && active) onChoose(active.id);
    else return;
    event.preventDefault();
  };
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId === undefined) return;
    list.current?.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const isAsking = asks !== undefined;
  useEffect(() => {
    if (!isAsking) field.current?.focus();
  }, [isAsking]);
  return (
    <Dialog title={label} bar onClose={onClose}>
      {asks ? (
        <Asked {...asks} />
      ) : (
        <>
          <div className={css.field}>
            <Icon name="search" size="s" />
            <input
              ref={field}
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded={options.length > 0}
              aria-controls={`${name}-list`}
              aria-autocomplete="list"
              aria-activedescendant={activeId}
              placeholder={label}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              value={search}
              onChange={(event) => {
                setAt(0);
                onSearch(event.target.value);
              }}
              onKeyDown={press}
            />
            <button className="iconbtn" type="button" aria-label="Close" onClick={onClose}>
              <Icon name="x" />
            </button>
          </div>
          <div
            className={css.list}
            id={`${name}-list`}
            role="listbox"
            aria-label={label}
            ref={list}
          >
            {groups
              .filter((group) => group.options.length > 0)
              .map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
                <div key={group.name} role="group" aria-labelledby={`${name}-${group.name}`}>
                  <p className={css.heading} id={`${name}-${group.name}`}>
                    {group.name}
                  </p>
                  {group.options.map((option) => (
                    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys and the focus
                    <div
                      key={option.id}
                      id={idOf(option)}
                      className={css.option}
                      role="option"
                      aria-selected={option === active}
                      onClick={() => onChoose(option.id)}
                    >
                      <span className={css.mark}>{option.mark}</span>
                      <span className="grow">
                        {option.title}
                        {option.note && <small>{option.note}</small>}
                      </span>
                      {option.keys && (
                        <span className={css.keys} aria-hidden="true">
                          {option.keys.map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </span>
                      )}
                    </div>
                  ))}
                </div>
              ))}
          </div>
          <p className={options.length > 0 ? 'vh' : css.nothing} role="status">
            {options.length > 0 ? search.trim() && `${options.length} found` : nothing}
          </p>
          <p className={css.foot} aria-hidden="true">
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> choose
            </span>
            <span>
              <kbd>Enter</kbd> do
            </span>
            <span>
              <kbd>Esc</kbd> close
            </span>
          </p>
        </>
      )}
    </Dialog>
  );
}
