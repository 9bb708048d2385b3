import { parseUnits } from '#core/money/decimal.ts';
import { type AmountField, emptyAmount, showing, unitsIn } from '#core/money/withdraw-form.ts';
import { valueIn, type WithdrawState } from './withdraw-state.ts';

/** What is kept of a withdrawal that was not sent (BEY-11, HARD-11): only the form, as JSON. */
export interface WithdrawDraft {
  /** The asset, and the customer's currency in which an amount may be typed. */
  readonly code: string;
  readonly currency: string;
  readonly address: string;
  readonly tag: string;
  readonly noTag: boolean;
  readonly unit: 'crypto' | 'fiat';
  readonly amount: string;
  /** The exact amount in minor units, if `amount` shows it rounded. */
  readonly exact?: string | undefined;
  readonly routeId?: string | undefined;
}

const BEFORE_SENDING: readonly WithdrawState['phase'][] = ['form', 'gate', 'review', 'code'];

/**
 * The amount as it is kept. The unit begins anew with each visit (SPEC-12): an amount that was typed or pressed in the
 * customer's currency is kept as what it comes to, as long as that is known.
 */
function keptAmount(state: WithdrawState): AmountField {
  const { amount, asset } = state;
  if (amount.unit === 'crypto') return amount;
  if (amount.text === '') return emptyAmount;
  const units = unitsIn(amount, asset.scale, valueIn(state));
  return units === undefined ? amount : showing(units, 'crypto', asset.scale, undefined);
}

/** The current form; undefined if it is empty or already sent. */
export function withdrawDraftFrom(state: WithdrawState): WithdrawDraft | undefined {
  const { asset, currency, address, tag, noTag, routeId } = state;
  const filled = address !== '' || state.amount.text !== '' || tag !== '';
  if (!filled || !BEFORE_SENDING.includes(state.phase)) return undefined;
  const { unit, text, exact } = keptAmount(state);
  const { code } = asset;
  return {
    code,
    currency,
    address,
    tag,
    noTag,
    unit,
    amount: text,
    exact: exact?.toString(),
    routeId,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** A kept draft; undefined if the value is not one. */
export function readWithdrawDraft(kept: unknown): WithdrawDraft | undefined {
  const { code, currency, address, tag, noTag, unit, amount, exact, routeId } = Object(kept);
  const texts: readonly unknown[] = [code, currency, address, tag, amount];
  const known = texts.every(isText) && (unit === 'crypto' || unit === 'fiat');
  if (!known || typeof noTag !== 'boolean') return undefined;
  return {
    ...{ code, currency, address, tag, noTag, unit, amount },
    exact: isText(exact) ? exact : undefined,
    routeId: isText(routeId) ? routeId : undefined,
  };
}

/** The part of a draft that fits this page: an amount typed in another currency is left out. */
export function fitting(
  draft: WithdrawDraft | undefined,
  state: Pick<WithdrawState, 'asset' | 'currency'>,
): Partial<WithdrawState> {
  if (draft?.code !== state.asset.code) return {};
  const { address, tag, noTag, routeId, unit, amount: text, exact } = draft;
  const same = unit === 'crypto' || draft.currency === state.currency;
  const amount = { unit, text, exact: exact === undefined ? undefined : parseUnits(exact, 0) };
  return { address, tag, noTag, routeId, ...(same && { amount }) };
}
