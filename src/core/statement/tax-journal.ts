import type { TaxJournalTold } from '#core/contract/wallet/gains.ts';
import { findKept } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { instantOf } from './statement.ts';
import type { TaxJournal, TaxLeg } from './tax-meaning.ts';

const cents = (text: string | undefined): bigint | undefined =>
  text === undefined ? undefined : parseUnits(text, FIAT_SCALE);

/** Minor units of an asset, or undefined if the text is no such amount. */
function unitsOf(amount: string, currency: string): bigint | undefined {
  const scale = findKept(currency)?.scale;
  if (scale === undefined) return undefined;
  const units = parseUnits(amount.replace('-', ''), scale);
  return units === undefined || !amount.startsWith('-') ? units : -units;
}

/**
 * A journal of the server with parsed amounts; undefined if this page does not know its asset or cannot read
 * an amount, because every sum without it would be wrong.
 */
export function readTaxJournal(told: TaxJournalTold): TaxJournal | undefined {
  const legs: TaxLeg[] = [];
  for (const { currency_id: asset, amount, value } of told.legs) {
    const units = unitsOf(amount, asset);
    if (units === undefined) return undefined;
    legs.push({ asset, units, value: cents(value) });
  }
  const inUnits = (amount: string | undefined, leg: TaxLeg | undefined): bigint | undefined =>
    amount === undefined ? 0n : leg && unitsOf(amount, leg.asset);
  const spread = inUnits(
    told.spread,
    legs.find(({ units }) => units > 0n),
  );
  const fee = inUnits(
    told.fee,
    legs.find(({ units }) => units < 0n),
  );
  if (spread === undefined || fee === undefined) return undefined;
  return {
    id: told.journal_id,
    kind: told.kind,
    at: instantOf(told.created_at),
    legs,
    spread,
    fee,
    paid: cents(told.paid),
    stated: cents(told.stated),
  };
}
