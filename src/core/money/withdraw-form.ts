import type { PaymentRoute } from '#core/contract/money/funds.ts';
import { addressProblem, checkAddress } from '#core/networks/address/check-address.ts';
import { isDestinationTag } from '#core/networks/address/xrp.ts';
import { INSUFFICIENT, VALID_AMOUNT } from '#core/words/amounts.ts';
import { NO_ROUTE, TAG_OR_NONE } from '#core/words/way-out.ts';
import type { Asset } from './currencies.ts';
import { formatUnits, mulDivDown, mulDivNearest, parseUnits, pow10 } from './decimal.ts';
import { formatCrypto, formatFiat } from './format.ts';
import { PRICE_SCALE, RATE_SCALE } from './price.ts';

/** Calculations and rules of the withdraw form (WD-04, WD-05, BEY-09). */

/** The decimals of the value of one whole unit in the customer's currency. */
const VALUE_SCALE = PRICE_SCALE + RATE_SCALE;
/** WD-05: from fiat to crypto six decimals, to fiat two. */
const FROM_FIAT_DECIMALS = 6;
export const FIAT_DECIMALS = 2;

/** Price and rate as the wallet and the forex service give them; undefined if one is unknown. */
export function unitValue(priceUsd = '', ratePerUsd: string | undefined): bigint | undefined {
  const price = parseUnits(priceUsd, PRICE_SCALE);
  const rate = ratePerUsd === undefined ? undefined : parseUnits(ratePerUsd, RATE_SCALE);
  return price && rate ? price * rate : undefined;
}

/** The value of an amount in the customer's currency, to the nearest cent. */
export const fiatOf = (units: bigint, scale: number, value: bigint): string =>
  formatUnits(
    mulDivNearest(units, value, pow10(scale) * pow10(VALUE_SCALE - FIAT_DECIMALS)),
    FIAT_DECIMALS,
    FIAT_DECIMALS,
  );

/** The smallest fiat amount that sends at least this much: rounded up to the cent. */
export function fiatAtLeast(units: bigint, scale: number, value: bigint): string {
  const cent = pow10(scale) * pow10(VALUE_SCALE - FIAT_DECIMALS);
  return formatUnits((units * value + cent - 1n) / cent, FIAT_DECIMALS, FIAT_DECIMALS);
}

/** How much of the asset a fiat amount is, towards zero, to six decimals. */
export function unitsOfFiat(fiat: string, scale: number, value: bigint): bigint | undefined {
  const cents = parseUnits(fiat.replace(/\.$/, ''), FIAT_DECIMALS);
  if (cents === undefined || value === 0n) return undefined;
  const units = mulDivDown(cents, pow10(scale) * pow10(VALUE_SCALE - FIAT_DECIMALS), value);
  const coarse = pow10(Math.max(0, scale - FROM_FIAT_DECIMALS));
  return (units / coarse) * coarse;
}

export interface AmountField {
  readonly unit: 'crypto' | 'fiat';
  readonly text: string;
  /** The exact amount if the text shows a rounded one, after Max or a toggle. */
  readonly exact: bigint | undefined;
}

export const emptyAmount: AmountField = { unit: 'crypto', text: '', exact: undefined };

/** The amount to be sent, in minor units; undefined if the text is not an amount. */
export function unitsIn(
  field: AmountField,
  scale: number,
  value: bigint | undefined,
): bigint | undefined {
  if (field.text === '') return undefined;
  if (field.exact !== undefined) return field.exact;
  if (field.unit === 'crypto') return parseUnits(field.text.replace(/\.$/, ''), scale);
  return value === undefined ? undefined : unitsOfFiat(field.text, scale, value);
}

/** An exact amount shown in a unit. */
export const showing = (
  units: bigint,
  unit: AmountField['unit'],
  scale: number,
  value: bigint | undefined,
): AmountField => ({
  unit,
  text:
    unit === 'fiat' && value !== undefined
      ? fiatOf(units, scale, value)
      : formatUnits(units, scale),
  exact: units,
});

/** The same amount in the other unit (WD-05). Without a rate there is no other unit. */
export function toggled(field: AmountField, scale: number, value: bigint | undefined): AmountField {
  if (value === undefined) return field;
  const unit = field.unit === 'crypto' ? 'fiat' : 'crypto';
  const units = unitsIn(field, scale, value);
  return units === undefined
    ? { unit, text: '', exact: undefined }
    : showing(units, unit, scale, value);
}

export interface Cover {
  readonly available: bigint;
  readonly fee: bigint;
  /** The rest of the daily limit, fee included; undefined if unknown. */
  readonly limit: bigint | undefined;
}

/** Whether the daily limit allows less than the balance. */
export const isLimited = ({ available, limit }: Cover): boolean =>
  limit !== undefined && limit < available;

/** The largest amount that can be sent; with its fee it uses the whole balance or limit (BEY-09). */
export function maximum(cover: Cover): bigint {
  const { available, fee, limit } = cover;
  const most = limit !== undefined && isLimited(cover) ? limit : available;
  return most > fee ? most - fee : 0n;
}

/** HARD-20: the text with the largest amount that the daily limit still allows. */
function limitProblemText({ asset, value, currency }: WithdrawForm, cover: Cover): string {
  const left = maximum(cover);
  const why = 'This is more than you can withdraw in 24 hours.';
  if (left === 0n) return `${why} Nothing is left of today’s limit.`;
  const coins = formatCrypto(formatUnits(left, asset.scale), asset.code);
  const worth =
    value === undefined ? '' : ` (${formatFiat(fiatOf(left, asset.scale, value), currency)})`;
  return `${why} You can still send ${coins}${worth}.`;
}

/** A USD amount in the asset, towards zero; for the daily limit. */
export function unitsOfUsd(usd: string, scale: number, priceUsd = ''): bigint | undefined {
  const cents = parseUnits(usd, 2);
  const price = parseUnits(priceUsd, PRICE_SCALE);
  if (cents === undefined || !price) return undefined;
  return mulDivDown(cents, pow10(scale) * pow10(PRICE_SCALE - 2), price);
}

export interface WithdrawForm {
  readonly asset: Asset;
  readonly address: string;
  readonly amount: AmountField;
  readonly tag: string;
  /** The customer confirmed that the recipient needs no tag (BEY-05). */
  readonly noTag: boolean;
  /** The asset's active routes, and the id of the chosen one. */
  readonly routes: readonly PaymentRoute[];
  readonly routeId: string | undefined;
  readonly value: bigint | undefined;
  /** The customer's currency. */
  readonly currency: string;
  readonly cover: Cover | undefined;
  /** The symbols of assets that can be withdrawn, for a text. */
  readonly supported: readonly string[];
}

export type WithdrawField = 'amount' | 'address' | 'network' | 'tag';

export interface Problem {
  readonly field: WithdrawField;
  readonly text: string;
  readonly hint?: string | undefined;
}

export const routeOf = ({ routes, routeId }: Pick<WithdrawForm, 'routes' | 'routeId'>) =>
  routes.find((route) => route.payment_route_id === routeId);

/** The tag that an X-address contains. */
export function ownTagOf(
  network: string,
  address: string,
): { tag: string | undefined } | undefined {
  const check = checkAddress(network, address);
  return check.kind === 'valid' ? check.ownTag : undefined;
}

function tagProblem(form: WithdrawForm, route: PaymentRoute): Problem | undefined {
  if (!route.needs_tag) return undefined;
  const own = ownTagOf(route.crypto_network_name, form.address);
  const wrong = (text: string): Problem => ({ field: 'tag', text });
  if (own) {
    return form.tag !== '' && form.tag !== (own.tag ?? '')
      ? wrong('This address already includes its tag. Leave this field empty.')
      : undefined;
  }
  if (form.tag === '') {
    return form.noTag ? undefined : wrong(TAG_OR_NONE);
  }
  return isDestinationTag(form.tag) ? undefined : wrong('A tag is a number up to 4294967295');
}

function amountProblem(form: WithdrawForm, route: PaymentRoute): Problem | undefined {
  const { asset, cover } = form;
  const wrong = (text: string): Problem => ({ field: 'amount', text });
  const units = unitsIn(form.amount, asset.scale, form.value);
  if (units === undefined || units <= 0n) return wrong(VALID_AMOUNT);
  if (!cover) return undefined;
  const { available, fee, limit } = cover;
  if (units > available) return wrong(INSUFFICIENT);
  const least = parseUnits(route.min_withdrawal, asset.scale) ?? 0n;
  if (units < least) {
    const typed =
      form.amount.unit === 'fiat' && form.value !== undefined
        ? ` (${formatFiat(fiatAtLeast(least, asset.scale, form.value), form.currency)})`
        : '';
    return wrong(`The minimum withdrawal is ${route.min_withdrawal} ${asset.code}${typed}`);
  }
  if (units + fee > available) {
    return wrong(`With the ${route.withdrawal_fee} ${asset.code} fee, this is more than you have`);
  }
  return limit !== undefined && units + fee > limit
    ? wrong(limitProblemText(form, cover))
    : undefined;
}

function wrongAddressIn(form: WithdrawForm): Problem | undefined {
  const route = routeOf(form);
  if (!route || form.address.trim() === '') return undefined;
  const wrong = addressProblem(form.asset.code, route.crypto_network_name, form.address);
  return wrong && { field: 'address', text: wrong.message, hint: wrong.hint };
}

/** Shorter texts are addresses that are still being typed. */
const TYPED = 20;

/** Problems that the address alone shows, before an amount is typed. */
export function earlyProblemIn(form: WithdrawForm): Problem | undefined {
  const wrong = wrongAddressIn(form);
  return wrong?.hint || form.address.trim().length >= TYPED ? wrong : undefined;
}

/** The first problem of the form, in this order; undefined if there is none. */
export function problemIn(form: WithdrawForm): Problem | undefined {
  const { asset, routes } = form;
  if (form.amount.text === '' || form.address.trim() === '') {
    const field = form.address.trim() === '' ? 'address' : 'amount';
    return { field, text: 'Please enter both amount and address' };
  }
  if (form.routeId === undefined && routes.length > 0) {
    return { field: 'network', text: 'Please select a network' };
  }
  const route = routeOf(form);
  const wrong = wrongAddressIn(form);
  if (wrong) return wrong;
  if (routes.length === 0) {
    return {
      field: 'network',
      text: `${asset.code} withdrawals are not supported yet. Only ${form.supported.join(', ')} are supported.`,
    };
  }
  if (!route) return { field: 'network', text: NO_ROUTE };
  return amountProblem(form, route) ?? tagProblem(form, route);
}
