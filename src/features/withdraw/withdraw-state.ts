import { proxy } from 'valtio/vanilla';
import type { PaymentRoute } from '#core/contract/funds.ts';
import type { WithdrawalHold } from '#core/contract/security.ts';
import { type Asset, assetCodes } from '#core/domain/currencies.ts';
import { parseUnits } from '#core/domain/decimal.ts';
import type { Holding } from '#core/domain/portfolio.ts';
import {
  type AmountField,
  type Cover,
  emptyAmount,
  routeOf,
  unitsOfUsd,
  unitValue,
  type WithdrawForm,
} from '#core/domain/withdraw-form.ts';
import type { Familiarity, WithdrawSummary } from './withdraw-deps.ts';

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
  /**
   * Whether the customer has sent to the address before; undefined if the server did not answer.
   */
  readonly familiarity: Familiarity | undefined;
}

export interface WithdrawState {
  readonly asset: Asset;
  /** `gate`: the identity check is being asked for. `code`: the 2FA dialog is open. */
  phase: 'form' | 'gate' | 'review' | 'code' | 'sending' | 'checking' | 'success';
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
  limitLeft: string | undefined;
  holding: Holding | undefined;
  holdingStatus: LoadStatus;
  holdingAsOf: Date | undefined;
  holdingStale: boolean;
  /** Problems are shown once the customer has tried to go on. */
  tried: boolean;
  error: string | undefined;
  review: Review | undefined;
  /** The server refused the address as a look-alike, which the review may not have known. */
  lookalike: boolean;
  /** The customer compared a look-alike address and confirmed it. */
  compared: boolean;
  /** Typed at the review, for a recipient never sent to before. */
  password: string;
  passwordError: string | undefined;
  /** The server asked for the password, which the review may not have known. */
  passwordAsked: boolean;
  codeError: string | undefined;
  codeBusy: boolean;
  /** The identity check is offered. */
  verifying: boolean;
  summary: WithdrawSummary | undefined;
  withdrawalId: string | undefined;
}

export const initialState = (asset: Asset, currency: string): WithdrawState =>
  proxy<WithdrawState>({
    asset,
    phase: 'form',
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
    limitLeft: undefined,
    holding: undefined,
    holdingStatus: 'loading',
    holdingAsOf: undefined,
    holdingStale: false,
    tried: false,
    error: undefined,
    review: undefined,
    lookalike: false,
    compared: false,
    password: '',
    passwordError: undefined,
    passwordAsked: false,
    codeError: undefined,
    codeBusy: false,
    verifying: false,
    summary: undefined,
    withdrawalId: undefined,
  });

export const valueIn = ({ holding, rate }: Pick<WithdrawState, 'holding' | 'rate'>) =>
  unitValue(holding?.price, rate);

const coverIn = ({ asset, holding, limitLeft }: WithdrawState, fee: string): Cover | undefined =>
  holding && {
    available: parseUnits(holding.available, asset.scale) ?? 0n,
    fee: parseUnits(fee, asset.scale) ?? 0n,
    limit: limitLeft === undefined ? undefined : unitsOfUsd(limitLeft, asset.scale, holding.price),
  };

/** The form in the shape that `core/domain/withdraw-form.ts` checks. */
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
