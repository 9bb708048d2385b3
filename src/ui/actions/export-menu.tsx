import { type KeyboardEvent as Pressed, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ExportOptions } from '#files/export-rows.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { useOpening } from '#ui/hooks/use-opening.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { Button } from './button.tsx';
import { CsvChoice } from './csv-choice.tsx';
import css from './export-menu.module.css';

export const exportFormats = ['CSV', 'PDF'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface Props {
  /** What is exported now: a text about the export of something else goes with it (SPEC-10). */
  readonly of: string;
  /** Writes and saves the file; resolves with a text for the customer, or with undefined. */
  readonly onExport: (
    format: ExportFormat,
    options: Required<ExportOptions>,
  ) => Promise<string | undefined>;
  readonly disabledReason?: string | undefined;
  /** The customer's country, whose spreadsheets decide how CSV is separated. */
  readonly country: string;
  /** What to know of the files before they are made. */
  readonly note?: string | undefined;
  /** Further files with choices of their own. */
  readonly more?: readonly { readonly label: string; readonly onChoose: () => void }[];
}

interface Running {
  readonly format: ExportFormat;
  readonly rows: number;
  readonly stop: () => void;
}

/** A button that opens a choice of formats. While a file is written: its progress, and a way to cancel. */
export function ExportMenu({ of, onExport, disabledReason, country, note, more }: Props) {
  const [open, setOpen] = useState(false);
  const [running, setRunning] = useState<Running>();
  const [problem, setProblem] = useState<{ readonly of: string; readonly text: string }>();
  const menu = useId();
  const root = useRef<HTMLDivElement>(null);
  const control = useRef<AbortController>(undefined);
  /** Whether the keyboard was in the menu when a file was begun: it goes on at Cancel, and then at the button. */
  const follows = useRef(false);
  useFlow('export', running !== undefined);
  useOpening('export', () => setOpen(disabledReason === undefined));
  // Once the page is left, no update waits for the file any more, so it is not written on.
  useEffect(() => () => control.current?.abort(), []);

  useEffect(() => {
    if (!open) return;
    const close = (event: Event): void => {
      const inside = event.target instanceof Node && root.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : inside) return;
      // A menu that goes would take the focus with it.
      if (event instanceof KeyboardEvent) root.current?.querySelector('button')?.focus();
      setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [open]);

  const isRunning = running !== undefined;
  useEffect(() => {
    if (!follows.current || document.activeElement !== document.body) return;
    follows.current = isRunning;
    root.current?.querySelector('button')?.focus();
  }, [isRunning]);

  /** Down opens the menu; the arrow keys, Home and End move in it (U25). */
  function onKeyDown(event: Pressed<HTMLButtonElement>): void {
    const { key, currentTarget } = event;
    if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Home' && key !== 'End') return;
    event.preventDefault();
    if (!open && disabledReason === undefined) flushSync(() => setOpen(true));
    const items = [
      ...(root.current?.querySelectorAll<HTMLElement>(`[id="${menu}"] > button`) ?? []),
    ];
    const at = items.indexOf(currentTarget);
    const next =
      key === 'Home' || (at < 0 && key === 'ArrowDown')
        ? 0
        : key === 'End' || at < 0
          ? items.length - 1
          : (at + (key === 'ArrowDown' ? 1 : items.length - 1)) % items.length;
    items[next]?.focus();
  }

  async function start(format: ExportFormat): Promise<void> {
    const stopping = new AbortController();
    control.current = stopping;
    const begun = { format, rows: 0, stop: () => stopping.abort() };
    follows.current = root.current?.contains(document.activeElement) === true;
    setOpen(false);
    setProblem(undefined);
    setRunning(begun);
    const said = await onExport(format, {
      signal: stopping.signal,
      onProgress: (rows) => setRunning({ ...begun, rows }),
    });
    setRunning(undefined);
    setProblem(said === undefined ? undefined : { of, text: said });
  }

  if (running) {
    const { format, rows, stop } = running;
    return (
      <div className={css.menu} ref={root}>
        <Button onClick={stop}>
          <PageIcon name="x" size="s" />
          Cancel
        </Button>
        <p className={`popover ${css.running}`} role="status">
          <span className="spin" aria-hidden="true" />
          {rows ? `Writing ${format}, ${rows.toLocaleString('en-US')} rows` : `Preparing ${format}`}
        </p>
      </div>
    );
  }
  return (
    <div className={css.menu} ref={root}>
      <button
        className="btn btn--secondary"
        type="button"
        aria-expanded={open}
        aria-controls={menu}
        aria-disabled={disabledReason !== undefined || undefined}
        aria-describedby={disabledReason !== undefined ? `${menu}-reason` : undefined}
        onClick={() => setOpen(disabledReason === undefined && !open)}
        onKeyDown={onKeyDown}
      >
        <PageIcon name="save" size="s" />
        Export
      </button>
      {open && (
        <div className={`popover ${css.choice}`} id={menu}>
          {exportFormats.map((format) => (
            <button
              key={format}
              className="btn btn--quiet"
              type="button"
              onClick={() => void start(format)}
              onKeyDown={onKeyDown}
            >
              {format}
            </button>
          ))}
          {more?.map(({ label, onChoose }) => (
            <button
              key={label}
              className="btn btn--quiet"
              type="button"
              onClick={() => {
                setOpen(false);
                onChoose();
              }}
              onKeyDown={onKeyDown}
            >
              {label}
            </button>
          ))}
          <div className={css.csv}>
            <CsvChoice country={country} />
            {note !== undefined && <p className="small muted">{note}</p>}
          </div>
        </div>
      )}
      {disabledReason !== undefined && (
        <p className="reason" id={`${menu}-reason`}>
          <PageIcon name="info" size="s" />
          {disabledReason}
        </p>
      )}
      {problem?.of === of && (
        <p className={css.problem} role="alert">
          {problem.text}
        </p>
      )}
    </div>
  );
}
