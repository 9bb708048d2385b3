import { proxy } from 'valtio/vanilla';
import type { WithdrawalHold } from '#core/contract/account/security.ts';
import type { PaymentRoute } from '#core/contract/money/funds.ts';
import { type Asset, assetCodes } from '#core/money/currencies.ts';
import { parseUnits } from '#core/money/decimal.ts';
import {
  type AmountField,
  type Cover,
  emptyAmount,
  routeOf,
  unitsOfUsd,
  unitValue,
  type WithdrawForm,
} from '#core/money/withdraw-form.ts';
import type { Counterparty } from '#core/people/counterparty.ts';
import { type HoldingState, noHolding } from '#withdrawal/holding.ts';
import { notSent, type SendingState } from '#withdrawal/sending.ts';
import type { Familiarity } from './withdraw-deps.ts';

type LoadStatus = 'loading' | 'ready' | 'failed';

/** What is shown at the review is what is sent (D23). All amounts are decimal strings. */
export interface Review {
  readonly routeId: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
  readonly needsTag: boolean;
  /** The customer confirmed that the recipient needs no tag (BEY-05). */
  readonly noTag: boolean;
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
  /** After how many it counts as final on its network. */
  readonly confirmations: number;
  /**
   * Whether the customer has sent to the address before; undefined if the server did not answer.
   */
  readonly familiarity: Familiarity | undefined;
}

/** What is asked about the recipient before the review: whose it is, or to show that it is theirs. */
export interface Asking {
  readonly review: Review;
  readonly said?: Counterparty | undefined;
  readonly control?: NonNullable<Familiarity['recipient']>['control'];
}

export interface WithdrawState extends SendingState<Review>, HoldingState {
  readonly asset: Asset;
  asking: Asking | undefined;
  currency: string;
  /** Of the customer's currency per USD; undefined while it is not known. */
  rate: string | undefined;
  address: string;
  tag: string;
  noTag: boolean;
  amount: AmountField;
  /** Why the text typed last was not accepted as an amount (BEY-08). */
  doubt: string | undefined;
  routesStatus: LoadStatus;
  /** Active routes of all assets. */
  routes: readonly PaymentRoute[];
  routeId: string | undefined;
  hold: WithdrawalHold | null;
  /** What may be withdrawn in any 24 hours, and what is left of it; in USD. */
  dayLimit: string | undefined;
  limitLeft: string | undefined;
  /** Problems are shown once the customer has tried to go on. */
  tried: boolean;
  /** The server refused the address as a look-alike, which the review may not have known. */
  lookalike: boolean;
  /** The customer compared a look-alike address and confirmed it. */
  compared: boolean;
  /** The identity check is offered. */
  verifying: boolean;
}

export const initialState = (asset: Asset, currency: string): WithdrawState =>
  proxy<WithdrawState>({
    ...notSent,
    ...noHolding,
    asset,
    asking: undefined,
    currency,
    rate: undefined,
    address: '',
    tag: '',
    noTag: false,
    amount: emptyAmount,
    doubt: undefined,
    routesStatus: 'loading',
    routes: [],
    routeId: undefined,
    hold: null,
    dayLimit: undefined,
    limitLeft: undefined,
    tried: false,
    lookalike: false,
    compared: false,
    verifying: false,
  });

export const valueIn = ({ holding, rate }: Pick<WithdrawState, 'holding' | 'rate'>) =>
  unitValue(holding?.price, rate);

const coverIn = ({ asset, holding, limitLeft }: WithdrawState, fee: string): Cover | undefined =>
  holding && {
    available: parseUnits(holding.available, asset.scale) ?? 0n,
    fee: parseUnits(fee, asset.scale) ?? 0n,
    limit: limitLeft === undefined ? undefined : unitsOfUsd(limitLeft, asset.scale, holding.price),
  };

/** The form in the shape that `core/money/withdraw-form.ts` checks. */
export function formIn(state: WithdrawState): WithdrawForm {
  const { asset, address, amount, tag, noTag, routeId } = state;
  const routes = state.routes.filter(({ currency_id }) => currency_id === asset.code);
  const withdrawable = new Set(state.routes.map(({ currency_id }) => currency_id));
  return {
    asset,
    address,
    amount,
    tag,
    noTag,
    routes,
    routeId,
    value: valueIn(state),
    currency: state.currency,
    cover: coverIn(state, routeOf({ routes, routeId })?.withdrawal_fee ?? '0'),
    supported: assetCodes.filter((code) => withdrawable.has(code)),
  };
}
