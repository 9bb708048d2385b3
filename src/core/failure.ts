import type { Refusal } from './contract/refusal.ts';

/** Why a call did not succeed, as the page sees it. Expected failures are values, never throws. */
export type Failure = Cause & {
  /**
   * The call was a write whose answer was lost: it may have happened all the same (READ-04). `look`: it must not
   * be repeated before somebody has looked; `repeat`: repeating it does no harm. `transport/calls/exchange.ts` sets
   * this for every call, and `failureText` tells it.
   */
  readonly unknown?: 'look' | 'repeat';
};

type Cause =
  /** The device has no connection; nothing was sent. */
  | { readonly kind: 'offline' }
  /** The request was sent or may have been; no answer came. */
  | { readonly kind: 'network' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'timeout' }
  /** The server understood and refused. `status` is the HTTP status. */
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal }
  /**
   * An answer that is not the product's: a captive portal, a proxy's error page, a wrong key. `sealed`:
   * it could not be opened. `format`: it opened to something not in the contract.
   */
  | { readonly kind: 'unreadable'; readonly status: number; readonly reason: 'sealed' | 'format' }
  /** The session is over; the customer was told. */
  | { readonly kind: 'session-over' };

export type Outcome<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** When the server made the answer, if it says so. */
      readonly asOf?: Date;
    }
  | { readonly ok: false; readonly failure: Failure };

/** The failure of a call of which it turned out that it had not happened. */
export const asNever = ({ unknown, ...failure }: Failure): Failure => failure;

export const ok = <T>(value: T, asOf?: Date): Outcome<T> => ({
  ok: true,
  value,
  ...(asOf && { asOf }),
});
export const fail = (failure: Failure): { readonly ok: false; readonly failure: Failure } => ({
  ok: false,
  failure,
});
