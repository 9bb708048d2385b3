import { useId } from 'react';
import { useCopied } from '#ui/actions/use-copied.ts';
import { AddressText } from '#ui/marks/address-text.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './receive.module.css';

interface Props {
  readonly label: string;
  /** A heading above shows the label already. */
  readonly hiddenLabel?: boolean;
  readonly value: string;
  /** The expected length while the text loads, so that the content below does not move. */
  readonly pending?: number | undefined;
  /** An additional button; `run` resolves with whether it worked. */
  readonly copy?: { readonly label: string; readonly run: () => Promise<boolean> } | undefined;
}

/** A read-only text that is shown in full and can be copied. */
export function CopyField({ label, hiddenLabel, value, pending, copy }: Props) {
  const id = useId();
  const [copied, confirm] = useCopied();
  const press = async (): Promise<void> => {
    if (await copy?.run()) confirm();
  };
  return (
    <div className="field">
      <span className={hiddenLabel ? 'vh' : 'label'} id={id}>
        {label}
      </span>
      <div className={`control ${css.field}`}>
        {/* biome-ignore lint/a11y/useSemanticElements: a textarea has no groups of four */}
        <div
          className={css.value}
          role="textbox"
          aria-readonly="true"
          aria-labelledby={id}
          tabIndex={0}
          onFocus={({ currentTarget }) => getSelection()?.selectAllChildren(currentTarget)}
        >
          {value.length > 20 ? <AddressText address={value} /> : value}
          {pending !== undefined && (
            <span className={css.pending}>
              <AddressText address={'0'.repeat(pending)} />
            </span>
          )}
        </div>
        {copy && (
          <button
            className="iconbtn copy"
            type="button"
            aria-label={copy.label}
            data-copied={copied || undefined}
            onClick={() => void press()}
          >
            <PageIcon name={copied ? 'check' : 'copy'} size="s" />
          </button>
        )}
      </div>
    </div>
  );
}
