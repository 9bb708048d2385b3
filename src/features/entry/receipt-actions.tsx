import { useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { operator } from '#core/operator.ts';
import type { StatementEntry } from '#core/statement/statement.ts';
import { formatInstantInFull, zoneNote } from '#core/time/date-text.ts';
import { inBatches } from '#files/export-rows.ts';
import { saveFile } from '#files/save-file.ts';
import type { DetailFacts } from '#history/detail-rows.ts';
import { useNameInPdf } from '#history/name-in-pdf.ts';
import css from '#history/transactions.module.css';
import { serverNow } from '#platform/time/server-clock.ts';
import { scope } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { share } from '#ui/actions/share.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import {
  type ReceiptContext,
  receiptDocument,
  receiptGroups,
  receiptName,
  receiptRows,
  receiptText,
} from './receipt.ts';

interface Props {
  readonly entry: StatementEntry;
  readonly facts: DetailFacts;
  /** More facts are being loaded: a receipt requested now waits for them. */
  readonly awaited: boolean;
}

/** On paper, as a PDF, or in the browser's share sheet. */
type Way = 'paper' | 'file' | 'sheet';

type Receipt = readonly [entry: StatementEntry, facts: DetailFacts, context: ReceiptContext];

/** The receipt as a PDF; undefined if it could not be made. */
async function pdfOf(...receipt: Receipt): Promise<BlobPart | undefined> {
  try {
    const { exportPdf } = await import('#files/export-pdf.ts');
    const [entry, , context] = receipt;
    const rows = inBatches(receiptGroups(receiptRows(...receipt)), (row) => row);
    const made = await exportPdf(receiptDocument(entry, context), rows);
    return made.kind === 'made' ? made.file : undefined;
  } catch {
    return undefined;
  }
}

async function saveReceipt(...receipt: Receipt): Promise<boolean> {
  const file = await scope().only(pdfOf(...receipt));
  if (file) saveFile(receiptName(receipt[0]), file, 'PDF');
  return file !== undefined;
}

/** Shares a receipt as text and file, with whoever is there now. */
async function shareReceipt(...receipt: Receipt): Promise<void> {
  const { only } = scope();
  await share({
    title: 'Receipt',
    text: receiptText(...receipt),
    file: {
      name: receiptName(receipt[0]),
      type: 'application/pdf',
      make: () => only(pdfOf(...receipt)),
    },
  });
}

/** The receipt of a transaction: printed, as a PDF, or shared like a deposit address (EASE-11). */
export function ReceiptActions({ entry, facts, awaited }: Props) {
  const online = useOnline();
  const { timeZone } = useSnapshot(session);
  const { own, name: customer, note } = useNameInPdf();
  const [wanted, setWanted] = useState<Way>();
  const [failed, setFailed] = useState(false);

  const make = useEffectEvent(async (what: Way): Promise<void> => {
    const context = { customer, timeZone, now: serverNow() };
    if (what === 'paper') window.print();
    else if (what === 'file') setFailed(!(await saveReceipt(entry, facts, context)));
    else await shareReceipt(entry, facts, context);
    setWanted(undefined);
  });
  useEffect(() => {
    if (wanted && !awaited) void make(wanted);
  }, [wanted, awaited]);

  return (
    <section aria-label="Receipt">
      <p className={css.onPaper}>
        {operator.company} · Receipt for {own} · {formatInstantInFull(serverNow(), timeZone)}
        {zoneNote(serverNow(), timeZone)}
      </p>
      <div className={`no-print ${css.receipt}`}>
        <Button busy={wanted === 'paper'} onClick={() => setWanted('paper')}>
          Print
        </Button>
        <Button
          busy={wanted === 'file'}
          disabledReason={online ? undefined : 'A receipt as a file needs a connection.'}
          onClick={() => {
            setFailed(false);
            setWanted('file');
          }}
        >
          Save receipt (PDF)
        </Button>
        <Button busy={wanted === 'sheet'} onClick={() => setWanted('sheet')}>
          <PageIcon name="share" size="s" />
          Share
        </Button>
      </div>
      {note !== undefined && <p className="small muted no-print">{note}</p>}
      {failed && (
        <p className="error no-print" role="alert">
          The receipt could not be created. Check your connection and try again.
        </p>
      )}
    </section>
  );
}
