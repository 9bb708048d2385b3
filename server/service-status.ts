import type { Deps } from './deps.ts';
import type { Places } from './platform/places.ts';
import type { Readiness } from './readiness.ts';
import { isCompared } from './services/withdrawals/custodian-transfers.ts';

/** `busy`: it works, and is refused to some right now (OPS-10). */
type State = 'yes' | 'busy' | 'no';

/** What customers can do at this server, in words of theirs; the status page shows it. */
export interface Works {
  readonly signIn: State;
  readonly prices: State;
  readonly trading: State;
  readonly withdrawals: State;
}

/** One that every quote of the market needs. */
const QUOTED = 'BTC';

/** Gives a question that waits for nobody: of the market it knows what the look before has found. */
export function whatWorks(
  { parties }: Pick<Deps, 'parties'>,
  calls: Places,
): (readiness: Pick<Readiness, 'database'>) => Works {
  let priced = true;
  const look = async (): Promise<void> => {
    priced = (await parties.market.price(QUOTED)) !== undefined;
  };
  return ({ database }) => {
    void look().catch(() => undefined);
    const served = database === 'ok';
    const givingWay = new Set(calls.givingWay());
    const essential = !served ? 'no' : givingWay.has('essential') ? 'busy' : 'yes';
    const whilePriced = (isBusy: boolean): State =>
      served && priced ? (isBusy ? 'busy' : 'yes') : 'no';
    return {
      signIn: essential,
      prices: whilePriced(givingWay.has('prices')),
      trading: whilePriced(givingWay.has('quotes')),
      withdrawals: isCompared(parties.transfers) ? essential : 'no',
    };
  };
}
