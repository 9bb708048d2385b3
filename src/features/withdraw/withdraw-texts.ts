import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { convertUsd, PRICE_SCALE } from '#core/money/price.ts';
import { fiatAtLeast, fiatOf } from '#core/money/withdraw-form.ts';
import type { Familiarity } from './withdraw-deps.ts';
import { type Review, valueIn, type WithdrawState } from './withdraw-state.ts';

type Money = Pick<WithdrawState, 'asset' | 'holding' | 'rate' | 'currency'>;

/** The value of an amount in the customer's currency; undefined if a price or rate is missing. */
export function fiatText(state: Money, amount: string): string | undefined {
  const value = valueIn(state);
  const units = parseUnits(amount, state.asset.scale);
  return value === undefined || units === undefined
    ? undefined
    : formatFiat(fiatOf(units, state.asset.scale, value), state.currency);
}

interface Costs {
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
}

/** Said where the shown values of amount and fee do not add up to that of the total: each is rounded on its own. */
export function roundingText(state: Money, { amount, fee, total }: Costs): string | undefined {
  const value = valueIn(state);
  const { scale } = state.asset;
  if (value === undefined) return undefined;
  const cents = (text: string): bigint | undefined => {
    const units = parseUnits(text, scale);
    return units === undefined ? undefined : parseUnits(fiatOf(units, scale, value), 2);
  };
  const [sent, paid, whole] = [cents(amount), cents(fee), cents(total)];
  return sent === undefined || paid === undefined || whole === undefined || sent + paid === whole
    ? undefined
    : 'Each value is rounded to the cent, so the total can differ by one.';
}

/** A network's minimum, in both units; only in crypto if a price or rate is missing. */
export function minimumText(state: Money, least: string): string {
  const { asset, currency } = state;
  const value = valueIn(state);
  const units = parseUnits(least, asset.scale);
  const coins = formatCrypto(least, asset.code);
  return value === undefined || units === undefined
    ? coins
    : `${coins} (${formatFiat(fiatAtLeast(units, asset.scale, value), currency)})`;
}

export function limitText({ limitLeft, rate, currency }: WithdrawState): string | undefined {
  const units =
    limitLeft === undefined || rate === undefined ? undefined : convertUsd(limitLeft, rate);
  return units === undefined ? undefined : formatFiat(formatUnits(units, PRICE_SCALE), currency);
}

/** Why “address book only” does not allow a recipient; `from`: when it does (LIVE-08). */
export const bookOnlyText = (from: string | null): string =>
  from === null
    ? '“Address book only” is on, and this recipient is not in your address book.'
    : `“Address book only” is on: you can send to this recipient 24 hours after it was saved.`;

/** What is sent and to whom: '0.005 BTC to Rasa Petraite …5mdq'. The end of the address tells one of hers from another. */
export function sendsText(
  { amount, address, familiarity }: Pick<Review, 'amount' | 'address' | 'familiarity'>,
  code: string,
): string {
  const said = familiarity?.recipient?.counterparty;
  const name =
    (familiarity?.known === 'saved' && familiarity.label) ||
    (said?.owner === 'other' ? said.name : '') ||
    (said?.owner === 'customer' ? 'yourself' : '');
  return `${formatCrypto(amount, code)} to ${name && `${name} `}…${address.slice(-4)}`;
}

/** Why an address counts as a new one (BEY-14). */
export function newnessText({ label, otherTag }: Familiarity, tag: string): string {
  if (label) return `“${label}” has been in your address book for less than a day.`;
  if (!otherTag) return 'You have never sent to this address.';
  return tag === ''
    ? 'You have never sent to this address without a tag.'
    : 'You have never sent to this address with this tag.';
}
