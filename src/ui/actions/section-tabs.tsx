import type { KeyboardEvent } from 'react';

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly label: string }[];
  readonly tab: T;
  readonly onTab: (tab: T) => void;
  /** Begins the ids of tabs and panels: `book` makes `book-tab-crypto` and `book-crypto`. */
  readonly name: string;
  readonly className?: string | undefined;
}

/** The tabs of a section; the arrow keys move between them. */
export function SectionTabs<T extends string>(props: Props<T>) {
  const { label, tabs, tab, onTab, name, className } = props;
  const move = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ id }) => id === tab);
    const next = tabs.at((at + step) % tabs.length);
    if (!next) return;
    onTab(next.id);
    event.currentTarget.ownerDocument.getElementById(`${name}-tab-${next.id}`)?.focus();
  };
  return (
    <div className={className ? `tabs ${className}` : 'tabs'} role="tablist" aria-label={label}>
      {tabs.map(({ id, label: text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${name}-tab-${id}`}
          aria-selected={tab === id}
          aria-controls={`${name}-${id}`}
          aria-current={tab === id ? 'true' : undefined}
          tabIndex={tab === id ? 0 : -1}
          onClick={() => onTab(id)}
          onKeyDown={move}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
