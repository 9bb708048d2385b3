import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { brand } from '#core/brand.ts';
import { formatInstantInFull } from '#core/domain/date-text.ts';
import type { StatementEntry } from '#core/domain/statement.ts';
import { serverNow } from '#platform/clock.ts';
import { inBatches } from '#platform/export-rows.ts';
import { saveFile } from '#platform/save-file.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import type { DetailFacts } from './detail-rows.ts';
import { type ReceiptContext, receiptDocument, receiptName, receiptRows } from './receipt.ts';
import css from './transactions.module.css';

interface Props {
  readonly entry: StatementEntry;
  readonly facts: DetailFacts;
}

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
    if (made.kind === 'made' && isTheirs()) saveFile(receiptName(entry), made.bytes, 'PDF');
    return made.kind === 'made';
  } catch {
    return false;
  }
}

/** The receipt of a transaction: on paper, or as a PDF. */
export function ReceiptActions({ entry, facts }: Props) {
  const { user, timeZone } = useSnapshot(session);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const customer = user ? `${user.first_name} ${user.last_name}`.trim() || user.email : '';
  return (
    <section aria-label="Receipt">
      <p className={css.onPaper}>
        {brand.company} · Receipt for {customer} · {formatInstantInFull(serverNow(), timeZone)}
      </p>
      <div className={`no-print ${css.receipt}`}>
        <Button onClick={() => window.print()}>Print</Button>
        <Button
          busy={busy}
          onClick={() => {
            setBusy(true);
            setFailed(false);
            const context = { customer, timeZone, now: serverNow() };
            void saveReceipt(entry, facts, context).then((saved) => {
              setBusy(false);
              setFailed(!saved);
            });
          }}
        >
          Save receipt (PDF)
        </Button>
      </div>
      {failed && (
        <p className="error no-print" role="alert">
          The receipt could not be written. What writes it is loaded when it is first needed: check
          your connection and try again.
        </p>
      )}
    </section>
  );
}
