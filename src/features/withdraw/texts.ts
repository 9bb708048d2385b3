import type { WithdrawalHold } from '#core/contract/security.ts';
import { clockText } from '#core/domain/clock-text.ts';
import { formatInstant } from '#core/domain/date-text.ts';
import { formatUnits, parseUnits } from '#core/domain/decimal.ts';
import { formatCrypto, formatFiat } from '#core/domain/format.ts';
import { isNetwork, networkFacts } from '#core/domain/networks.ts';
import { convertUsd, PRICE_SCALE } from '#core/domain/price.ts';
import { fiatAtLeast, fiatOf } from '#core/domain/withdraw-form.ts';
import type { Familiarity } from './withdraw-deps.ts';
import { valueIn, type WithdrawState } from './withdraw-state.ts';

type Money = Pick<WithdrawState, 'asset' | 'holding' | 'rate' | 'currency'>;

/** The value of an amount in the customer's currency; undefined if a price or rate is missing. */
export function fiatText(state: Money, amount: string): string | undefined {
  const value = valueIn(state);
  const units = parseUnits(amount, state.asset.scale);
  return value === undefined || units === undefined
    ? undefined
    : formatFiat(fiatOf(units, state.asset.scale, value), state.currency);
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

export function arrivalText(network: string): string {
  if (!isNetwork(network)) return '';
  const about = networkFacts[network].minutes;
  return about === 1 ? 'about a minute' : `about ${about} minutes`;
}

const reasons: Readonly<Record<WithdrawalHold['reason'], string>> = {
  'password-reset': 'your password was reset',
  'two-factor': 'your two-factor authentication changed',
  email: 'your email address changed',
  recovery: 'your second factor was removed without its code',
  reported: 'you reported activity that was not yours',
};

/** Why and how long withdrawals are held (BEY-14). */
export function holdText({ until, reason }: WithdrawalHold, timeZone: string, now: number): string {
  if (until === null) {
    return `Withdrawals are frozen because ${reasons[reason]}. Reset your password to a new one to open them again.`;
  }
  const left = Date.parse(until) - now;
  const hours = Math.max(1, Math.ceil(left / 3_600_000));
  const open = formatInstant(Date.parse(until), timeZone, now);
  return `Withdrawals are held for ${reason === 'recovery' ? 72 : 24} hours because ${reasons[reason]}. Yours open again on ${open}, in ${hours === 1 ? 'less than an hour' : `about ${hours} hours`}.`;
}

/** A short form of it. */
export const heldText = ({ until }: WithdrawalHold, timeZone: string, now: number): string =>
  until === null
    ? 'Withdrawals are frozen.'
    : `Withdrawals open again on ${formatInstant(Date.parse(until), timeZone, now)}.`;

/** Why an address counts as a new one (BEY-14). */
export function newnessText({ label, otherTag }: Familiarity, tag: string): string {
  if (label) return `“${label}” has been in your address book for less than a day.`;
  if (!otherTag) return 'You have never sent to this address.';
  return tag === ''
    ? 'You have never sent to this address without a tag.'
    : 'You have never sent to this address with this tag.';
}

/** The text of the balance card; a balance from the device says when it was read. */
export function balanceText(state: WithdrawState, masked: boolean, now: number): string {
  const { holding, holdingStatus, holdingAsOf, holdingStale, asset } = state;
  if (!holding) return holdingStatus === 'loading' ? 'Loading balance' : 'Balance unavailable';
  if (masked) return 'Balance hidden';
  const at = holdingStale && holdingAsOf ? ` at ${clockText(holdingAsOf, new Date(now))}` : '';
  return `${formatCrypto(holding.available, asset.code)} available${at}`;
}
