import { formatDecimal } from '#core/money/format.ts';
import { searchWords } from '#core/statement/search-words.ts';
import { type StatementEntry, worthOf } from '#core/statement/statement.ts';
import { formatInstantInFull, monthName, timestampOf } from '#core/time/date-text.ts';
import { entryText } from './entry-text.ts';

const spellings = (amount: string): readonly string[] => [amount, formatDecimal(amount)];

/** The amounts and codes of an entry, in every way they are shown. */
function amountsOf(entry: StatementEntry): readonly string[] {
  switch (entry.kind) {
    case 'swap':
      return [entry.credit, entry.debit].flatMap((leg) => [
        ...spellings(leg.amount),
        leg.currency,
        leg.id,
      ]);
    case 'failed':
      return [...spellings(entry.charge.amount), entry.wanted.currency];
    case 'single':
      return [
        ...spellings(entry.amount),
        entry.currency,
        entry.network,
        entry.sender,
        entry.recipient,
        ...(entry.paid ? spellings(entry.paid.amount) : []),
      ];
  }
}

const texts = new WeakMap<StatementEntry, { readonly timeZone: string; readonly text: string }>();

/** Everything about an entry that can be searched for, in small letters. */
function textOf(entry: StatementEntry, timeZone: string): string {
  const known = texts.get(entry);
  if (known?.timeZone === timeZone) return known.text;
  const worth = worthOf(entry)?.amount;
  const text = [
    entryText(entry).title,
    entry.label,
    entry.status,
    entry.id,
    entry.trackingId,
    formatInstantInFull(entry.at, timeZone),
    monthName(entry.at, timeZone),
    timestampOf(entry.at, timeZone).local,
    ...amountsOf(entry),
    ...(worth ? spellings(worth) : []),
  ]
    .join('\n')
    .toLowerCase();
  texts.set(entry, { timeZone, text });
  return text;
}

/**
 * Whether an entry has every word of a search somewhere: in its title, status, date, amounts, value,
 * address, network or ids, or in its note. A sign before a word does not count.
 */
export function matches(
  entry: StatementEntry,
  search: string,
  timeZone: string,
  note = '',
): boolean {
  const noted = note.toLowerCase();
  return searchWords(search).every(
    (word) => textOf(entry, timeZone).includes(word) || noted.includes(word),
  );
}
