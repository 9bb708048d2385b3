import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useNameInPdf } from '#history/name-in-pdf.ts';
import { csvCountryOf } from '#transport/customer/csv-style.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { CsvChoice } from '#ui/actions/csv-choice.tsx';
import { type ExportFormat, exportFormats } from '#ui/actions/export-menu.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import type { ReportOptions, ReportProgress } from './read-journals.ts';

interface Running {
  readonly format: ExportFormat;
  readonly progress: ReportProgress | undefined;
}

const progressText = ({ format, progress }: Running): string => {
  if (!progress) return `Preparing ${format}`;
  const count = progress.count.toLocaleString('en-US');
  return progress.step === 'reading'
    ? `Reading, ${count} transactions`
    : `Writing ${format}, ${count} rows`;
};

interface Props {
  readonly title: string;
  /** Shown instead of the buttons while offline. */
  readonly offline: string;
  /** A description of the report, and the fields that choose it. */
  readonly children: ReactNode;
  /** Makes and saves the file; resolves with a text for the customer, or with undefined. */
  readonly onMake: (
    format: ExportFormat,
    customer: string,
    options: ReportOptions,
  ) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/**
 * The dialog of a report that is made from everything on the server: its choices, its progress, and a button
 * that stops it.
 */
export function ReportDialog({ title, offline, children, onMake, onClose }: Props) {
  const current = useSnapshot(session);
  const { name: customer, note } = useNameInPdf();
  const isOnline = useOnline();
  const [running, setRunning] = useState<Running>();
  const [problem, setProblem] = useState<string>();
  const control = useRef<AbortController>(undefined);
  const buttons = useRef<HTMLDivElement>(null);
  /** What was pressed: the buttons give way to Cancel while the file is made, and would take the focus with them. */
  const pressed = useRef<ExportFormat>(undefined);
  useFlow('export', running !== undefined);
  // If the dialog is closed, the file is not needed any more.
  useEffect(() => () => control.current?.abort(), []);

  // The focus stays where the keyboard is: on Cancel while the file is made, then on what was pressed.
  useEffect(() => {
    const held = document.activeElement;
    if (!pressed.current || (held !== document.body && held?.tagName !== 'DIALOG')) return;
    const target = running ? 'button' : `[data-format="${pressed.current}"] button`;
    buttons.current?.querySelector<HTMLElement>(target)?.focus();
  }, [running]);

  async function make(format: ExportFormat): Promise<void> {
    if (running) return;
    pressed.current = format;
    const stopping = new AbortController();
    control.current = stopping;
    setProblem(undefined);
    setRunning({ format, progress: undefined });
    const said = await onMake(format, customer, {
      signal: stopping.signal,
      onProgress: (progress) => setRunning({ format, progress }),
    }).catch(() => `The ${format} could not be created. Check your connection and try again.`);
    if (control.current !== stopping) return;
    setRunning(undefined);
    setProblem(stopping.signal.aborted ? undefined : said);
  }

  return (
    <Dialog title={title} sheet onClose={onClose}>
      {children}
      {running ? (
        <>
          <p className="line" role="status">
            <span className="spin" aria-hidden="true" />
            {progressText(running)}
          </p>
          <div ref={buttons}>
            <Button wide onClick={() => control.current?.abort()}>
              Cancel
            </Button>
          </div>
        </>
      ) : isOnline ? (
        <>
          <CsvChoice country={csvCountryOf(current)} />
          {note !== undefined && <p className="small muted">{note}</p>}
          <div className="stack" ref={buttons}>
            {exportFormats.map((format) => (
              <div key={format} data-format={format}>
                <Button
                  wide
                  variant={format === 'PDF' ? 'primary' : 'secondary'}
                  onClick={() => void make(format)}
                >
                  Save as {format}
                </Button>
              </div>
            ))}
          </div>
        </>
      ) : (
        <p className="reason">
          <PageIcon name="info" size="s" />
          {offline}
        </p>
      )}
      {problem !== undefined && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
