import { findAsset } from '#core/money/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { answers } from '#server/services/checks/gates/gates.ts';
import { whyNow } from '#server/services/checks/gates/why.ts';

/** Why something is closed: by an operator, or because a price is in doubt. */
export type Closed = 'operator' | 'price';

const nameOf = (code: string): string => findAsset(code)?.name ?? code.slice(0, 10);

/** The refusal of a swap or purchase of closed assets. */
export function closedRefusal(why: Closed, codes: readonly string[]): Refused {
  const what = codes.map(nameOf).join(' to ');
  switch (why) {
    case 'operator':
      return refuse(
        'PAIR_UNAVAILABLE',
        `Trading ${what} is paused. Nothing was exchanged, and your balance is safe. Please try again later.`,
      );
    case 'price':
      return refuse(
        'PAIR_UNAVAILABLE',
        `Prices are moving unusually, so trading ${what} is paused until they are confirmed. Nothing was exchanged, and your balance is safe. Please try again in a few minutes.`,
      );
  }
}

export const withdrawalsClosed = (): Refused =>
  refuse(
    'WITHDRAWALS_HELD',
    'Withdrawals are paused for everybody at the moment. Nothing was sent, and your balance is safe. Please try again later.',
  );

/** An exchange rate was made so long ago that nothing is traded by it (HARD-48). */
export const rateTooOld = (code: string): Refused =>
  refuse(
    'PAIR_UNAVAILABLE',
    `There is no recent exchange rate for ${code}, as can happen at weekends and on holidays, so nothing is exchanged for it. Your balance is safe. Please try again once currency markets are open.`,
  );

/** What a customer may exchange between cash and stable coins in a day. */
export const tooMuchInADay = (usd: number): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    `Within 24 hours you can exchange cash and stable coins worth up to ${usd.toLocaleString('en')} USD, directly or through other assets. This would be more, so nothing was exchanged. Please try a smaller amount, or again later.`,
  );

/** The house's position has changed by the cap of a minute. */
export const tooMuchAtOnce = (): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    'This is more than we can exchange at this moment. Nothing was exchanged. Please try again in a minute, or with a smaller amount.',
  );

type Asking = Pick<Deps, 'clock' | 'config' | 'db'>;

/** The refusal if these assets are closed for everybody, in a statement of its own, for rare cases. */
export async function refusedNow(
  deps: Asking,
  codes: readonly string[],
): Promise<Refused | undefined> {
  const why = await whyNow(deps.db, deps, { way: 'swap', codes });
  return why && closedRefusal(answers[why.gate].says === 'price' ? 'price' : 'operator', codes);
}

/** The refusal for an asset without a price to trade by. */
export const noPrice = async (deps: Asking, codes: readonly string[]): Promise<Refused> =>
  (await refusedNow(deps, codes)) ?? unavailable();

/** The refusal of a withdrawal, which needs a price for its limit only. */
export const withdrawalInDoubt = (code: string): Refused =>
  refuse(
    'WITHDRAWALS_HELD',
    `The price of ${nameOf(code)} is moving unusually, so withdrawals of it wait until it is confirmed. Nothing was sent, and your balance is safe. Please try again in a few minutes.`,
  );

/** The same where there is no price. */
export const noPriceToWithdraw = async (deps: Asking, code: string): Promise<Refused> =>
  (await refusedNow(deps, [code])) ? withdrawalInDoubt(code) : unavailable();
