import * as v from 'valibot';
import { type TaxJournalTold, taxJournal } from './gains.ts';

/**
 * Journals for a report as text, one per line: half as long as JSON with its names, because a hundred
 * thousand of them are sealed, sent and opened (INS-03). Fields are separated by tabs and empty if absent;
 * the last ones are the legs, three fields each.
 */
const FIELD = '\t';
const LINE = '\n';
const BEFORE_LEGS = 7;
const OF_LEG = 3;

export const taxLines = (journals: readonly TaxJournalTold[]): string =>
  journals
    .map(({ journal_id, kind, created_at, spread, fee, paid, stated, legs }) =>
      [
        ...[journal_id, kind, created_at, spread, fee, paid, stated],
        ...legs.flatMap(({ currency_id, amount, value }) => [currency_id, amount, value]),
      ].join(FIELD),
    )
    .join(LINE);

/** The journals of such a text; undefined if a line is not one. */
export function readTaxLines(text: string): readonly TaxJournalTold[] | undefined {
  const journals: TaxJournalTold[] = [];
  for (const line of text === '' ? [] : text.split(LINE)) {
    const fields = line.split(FIELD);
    const [journal_id, kind, created_at, spread, fee, paid, stated] = fields;
    const legs = [];
    for (let at = BEFORE_LEGS; at < fields.length; at += OF_LEG) {
      const [currency_id, amount, value] = fields.slice(at, at + OF_LEG);
      legs.push({ currency_id, amount, value: value || undefined });
    }
    const told = v.safeParse(taxJournal, {
      ...{ journal_id, kind, created_at, legs },
      ...{ spread: spread || undefined, fee: fee || undefined },
      ...{ paid: paid || undefined, stated: stated || undefined },
    });
    if (!told.success) return undefined;
    journals.push(told.output);
  }
  return journals;
}
