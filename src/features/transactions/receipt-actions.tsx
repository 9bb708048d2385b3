import { useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatInstantInFull, zoneNote } from '#core/domain/date-text.ts';
import type { StatementEntry } from '#core/domain/statement.ts';
import { operator } from '#core/operator.ts';
import { serverNow } from '#platform/clock.ts';
import { inBatches } from '#platform/export-rows.ts';
import { saveFile } from '#platform/save-file.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import { PageIcon } from '#ui/page-icon.tsx';
import { shareText } from '#ui/share.ts';
import type { DetailFacts } from './detail-rows.ts';
import {
  type ReceiptContext,
  receiptDocument,
  receiptName,
  receiptRows,
  receiptText,
} from './receipt.ts';
import css from './transactions.module.css';

interface Props {
  readonly entry: StatementEntry;
  readonly facts: DetailFacts;
  /** More is about to be known: a receipt requested now waits for it. */
  readonly awaited: boolean;
}

/** On paper, as a PDF, or in the browser's share sheet. */
type Way = 'paper' | 'file' | 'sheet';

async function saveReceipt(
  entry: StatementEntry,
  facts: DetailFacts,
  context: ReceiptContext,
): Promise<boolean> {
  const isTheirs = sameCustomer();
  try {
    const { exportPdf } = await import('#platform/export-pdf.ts');
    const rows = inBatches(receiptRows(entry, facts, context), (row) => row);
    const made = await exportPdf(receiptDocument(context), rows);
    if (made.kind === 'made' && isTheirs()) saveFile(receiptName(entry), made.file, 'PDF');
    return made.kind === 'made';
  } catch {
    return false;
  }
}

/** The receipt of a transaction: on paper, as a PDF, or shared as a deposit address is (EASE-11). */
export function ReceiptActions({ entry, facts, awaited }: Props) {
  const { user, timeZone } = useSnapshot(session);
  const [wanted, setWanted] = useState<Way>();
  const [failed, setFailed] = useState(false);
  const customer = user ? `${user.first_name} ${user.last_name}`.trim() || user.email : '';

  const make = useEffectEvent(async (what: Way): Promise<void> => {
    const context = { customer, timeZone, now: serverNow() };
    if (what === 'paper') window.print();
    else if (what === 'file') setFailed(!(await saveReceipt(entry, facts, context)));
    else await shareText('Receipt', receiptText(entry, facts, context));
    setWanted(undefined);
  });
  useEffect(() => {
    if (wanted && !awaited) void make(wanted);
  }, [wanted, awaited]);

  return (
    <section aria-label="Receipt">
      <p className={css.onPaper}>
        {operator.company} · Receipt for {customer} · {formatInstantInFull(serverNow(), timeZone)}
        {zoneNote(serverNow(), timeZone)}
      </p>
      <div className={`no-print ${css.receipt}`}>
        <Button busy={wanted === 'paper'} onClick={() => setWanted('paper')}>
          Print
        </Button>
        <Button
          busy={wanted === 'file'}
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
      {failed && (
        <p className="error no-print" role="alert">
          The receipt could not be created. Check your connection and try again.
        </p>
      )}
    </section>
  );
}
