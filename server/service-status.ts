import type { Deps } from './deps.ts';
import type { Places } from './platform/places.ts';
import type { Readiness } from './readiness.ts';
import { isShut } from './services/checks/gates/why.ts';
import { isCompared } from './services/operation/copies/compared.ts';

/** `busy`: it works, but some callers are refused right now (OPS-10). */
type State = 'yes' | 'busy' | 'no';

/** What customers can do at this server, in their words; the status page shows it. */
export interface Works {
  readonly signIn: State;
  readonly prices: State;
  readonly trading: State;
  readonly withdrawals: State;
}

/** An asset that every market's quotes need. */
const QUOTED = 'BTC';

/** What an operator has closed for everybody; a single closed asset or pair is not reported. */
const closedNow = async (deps: Pick<Deps, 'config' | 'db'>) => ({
  everything: await isShut(deps.db, deps, 'paused'),
  withdrawals: await isShut(deps.db, deps, 'no-withdrawals'),
});

/** Returns a function that answers at once, with the last known state of the market and of what is closed. */
export function whatWorks(
  { parties, db, config }: Pick<Deps, 'config' | 'db' | 'parties'>,
  calls: Places,
): (readiness: Pick<Readiness, 'database'>) => Works {
  let priced = true;
  let closed = { everything: false, withdrawals: false };
  const look = async (): Promise<void> => {
    priced = (await parties.market.price(QUOTED)) !== undefined;
  };
  const lookForClosed = async (): Promise<void> => {
    closed = await closedNow({ db, config });
  };
  return ({ database }) => {
    void look().catch(() => undefined);
    const served = database === 'ok';
    if (served) void lookForClosed().catch(() => undefined);
    const givingWay = new Set(calls.givingWay());
    const essential = !served ? 'no' : givingWay.has('essential') ? 'busy' : 'yes';
    const whilePriced = (isBusy: boolean): State =>
      served && priced ? (isBusy ? 'busy' : 'yes') : 'no';
    return {
      signIn: essential,
      prices: whilePriced(givingWay.has('prices')),
      trading: closed.everything ? 'no' : whilePriced(givingWay.has('quotes')),
      withdrawals: isCompared(parties) && !closed.withdrawals ? essential : 'no',
    };
  };
}
