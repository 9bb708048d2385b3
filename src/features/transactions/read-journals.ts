import type { AnswerOf } from '#core/contract/endpoint.ts';
import { getTaxJournals } from '#core/contract/wallet/gains.ts';
import { readTaxLines } from '#core/contract/wallet/tax-lines.ts';
import { type Outcome, ok } from '#core/failure.ts';
import { readTaxJournal } from '#core/statement/tax-journal.ts';
import type { TaxJournal } from '#core/statement/tax-meaning.ts';
import type { ExportOptions } from '#files/export-rows.ts';
import { call } from '#transport/calls/call.ts';

/** The progress of a report: transactions read, or rows written. */
export interface ReportProgress {
  readonly step: 'reading' | 'writing';
  readonly count: number;
}

export interface ReportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReportProgress) => void;
}

/** The same options for the code that writes the file. */
export const whileWriting = ({ signal, onProgress }: ReportOptions): ExportOptions => ({
  signal,
  onProgress: (count) => onProgress({ step: 'writing', count }),
});

interface JournalsRead {
  readonly journals: readonly TaxJournal[];
  /** Undefined if a part of the answer cannot be read, because every sum without it would be wrong. */
  readonly money: string | undefined;
}

type Page = Outcome<AnswerOf<typeof getTaxJournals>>;

/** The text if this page cannot read a part of the server's answer. */
export const TOO_OLD = 'This page is too old for some transactions. Reload it.';

/** Every change of what the customer owns between two instants, read page by page. */
export async function readJournals(
  { from, to }: { readonly from?: number; readonly to: number },
  { signal, onProgress }: ReportOptions,
): Promise<Outcome<JournalsRead>> {
  const span = {
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    before: new Date(to).toISOString(),
  };
  const ask = (after?: string): Promise<Page> =>
    call(getTaxJournals, { ...span, as_lines: true, ...(after && { after }) });
  const journals: TaxJournal[] = [];
  let money: string | undefined;
  let asked: Promise<Page> | undefined = ask();
  while (asked) {
    const page: Page = await asked;
    if (!page.ok) return page;
    // The server prepares the next page while this one is read.
    const next: string | undefined = page.value.next;
    asked = next !== undefined && !signal.aborted ? ask(next) : undefined;
    const { data, lines, money_id } = page.value;
    const told = lines === undefined ? data : readTaxLines(lines);
    if (!told) return ok({ journals, money: undefined });
    for (const one of told) {
      const read = readTaxJournal(one);
      if (!read) return ok({ journals, money: undefined });
      journals.push(read);
    }
    money = money_id;
    onProgress({ step: 'reading', count: journals.length });
  }
  return ok({ journals, money });
}
