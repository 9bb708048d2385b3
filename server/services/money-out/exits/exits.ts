import type { CaseKind } from '#core/contract/staff/desk-act.ts';
import type { BankTransfers } from '#server/store/schema/bank-schema.ts';
import type { Deposits } from '#server/store/schema/customer-schema.ts';
import type { Purchases, Withdrawals } from '#server/store/schema/parties-schema.ts';
import type { Screenings } from '#server/store/schema/screening-schema.ts';
import type { TravelRule } from '#server/store/schema/travel-rule-schema.ts';

/** Who moves it on; if they do not in time, officers do. */
type MovedBy = 'server' | 'party' | 'customer' | 'officer';

/** How a state that has not ended is left. */
export interface Open {
  readonly by: MovedBy;
  /** The code that leaves it, below `server/services/`: it names the state. */
  readonly code: string;
  /** After so many seconds it is a case at the desk; 0: from its beginning. */
  readonly caseAfter: number;
  readonly case: CaseKind;
}

/** How a state is left; `ended`: the money is where it belongs, and nobody waits for anything. */
export type Exit = Open | 'ended';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Not begun to be sent, or asked for at the party that sends it. */
type WithdrawalState = Exclude<Withdrawals['status'], 'requested'> | 'waiting' | 'sending';

type Decidable = 'open' | 'decided';

/** The states in which money is on its way, by the table that has them. */
interface Exits {
  readonly withdrawals: Readonly<Record<WithdrawalState, Exit>>;
  readonly bank_transfers: Readonly<Record<BankTransfers['state'], Exit>>;
  readonly deposits: Readonly<Record<Deposits['state'], Exit>>;
  readonly purchases: Readonly<Record<Purchases['status'], Exit>>;
  readonly screenings: Readonly<Record<Screenings['state'], Exit>>;
  readonly travel_rule: Readonly<Record<TravelRule['state'], Exit>>;
  /** What parties sent against the books. */
  readonly transfers_aside: Readonly<Record<Decidable, Exit>>;
  readonly deposits_aside: Readonly<Record<Decidable, Exit>>;
  readonly closed_money: Readonly<Record<Decidable, Exit>>;
}

const sending = 'money-out/withdrawals/withdrawal-worker.ts';
const arriving = 'money-in/bank/bank-transfers.ts';
const buying = 'money-in/purchases/settle-purchases.ts';

const ENDED = 'ended' as const;

/**
 * Every state of money that moves, who moves it on, and after how long it is a case (HARD-88). A new state does not
 * compile before it stands here; `stuck.ts` and the desk read it, and a rule test holds the code against it.
 */
export const exits: Exits = {
  withdrawals: {
    waiting: { by: 'server', code: sending, caseAfter: 7 * DAY, case: 'stuck' },
    sending: { by: 'party', code: sending, caseAfter: 6 * HOUR, case: 'stuck' },
    broadcast: { by: 'party', code: sending, caseAfter: 7 * DAY, case: 'stuck' },
    failed: { by: 'server', code: sending, caseAfter: HOUR, case: 'stuck' },
    cancelled: ENDED,
    // A payout that its bank returns is asked about for some weeks, and comes back by itself.
    completed: ENDED,
    refunded: ENDED,
  },
  bank_transfers: {
    pending: { by: 'party', code: arriving, caseAfter: 14 * DAY, case: 'stuck' },
    checking: { by: 'server', code: arriving, caseAfter: 7 * DAY, case: 'stuck' },
    returning: { by: 'party', code: 'money-in/bank/bank-worker.ts', caseAfter: DAY, case: 'stuck' },
    aside: { by: 'officer', code: arriving, caseAfter: 0, case: 'bank-aside' },
    credited: ENDED,
    returned: ENDED,
    rejected: ENDED,
    // What is owed since is taken from every credit of cash (HARD-50).
    recalled: ENDED,
  },
  deposits: {
    pending: {
      by: 'party',
      code: 'money-in/deposits/deposits.ts',
      caseAfter: 7 * DAY,
      case: 'stuck',
    },
    credited: ENDED,
    dropped: ENDED,
  },
  purchases: {
    pending: { by: 'party', code: buying, caseAfter: DAY, case: 'stuck' },
    unknown: { by: 'party', code: buying, caseAfter: DAY, case: 'stuck' },
    // At once where the provider refuses.
    refunding: { by: 'party', code: buying, caseAfter: DAY, case: 'stuck' },
    success: ENDED,
    failed: ENDED,
    declined: ENDED,
    cancelled: ENDED,
    refunded: ENDED,
  },
  screenings: {
    asked: { by: 'party', code: 'checks/screening/screenings.ts', caseAfter: HOUR, case: 'held' },
    match: { by: 'officer', code: 'checks/screening/screenings.ts', caseAfter: 0, case: 'held' },
    clear: ENDED,
    released: ENDED,
    rejected: ENDED,
  },
  // The transfer that waits for it is the case.
  travel_rule: {
    due: {
      by: 'party',
      code: 'checks/travel-rule/travel-rule.ts',
      caseAfter: 7 * DAY,
      case: 'stuck',
    },
    asked: {
      by: 'customer',
      code: 'money-in/deposits/originators.ts',
      caseAfter: 7 * DAY,
      case: 'stuck',
    },
    // Sooner where the party says until when.
    pending: {
      by: 'party',
      code: 'money-out/withdrawals/hand-over.ts',
      caseAfter: DAY,
      case: 'stuck',
    },
    contradicted: {
      by: 'officer',
      code: 'money-in/deposits/originators.ts',
      caseAfter: 0,
      case: 'stuck',
    },
    done: ENDED,
    refused: ENDED,
    before: ENDED,
  },
  transfers_aside: {
    open: {
      by: 'officer',
      code: 'money-out/withdrawals/comparison.ts',
      caseAfter: 0,
      case: 'stuck',
    },
    decided: ENDED,
  },
  deposits_aside: {
    open: {
      by: 'officer',
      code: 'money-in/deposits/deposits-aside.ts',
      caseAfter: 0,
      case: 'deposit-aside',
    },
    decided: ENDED,
  },
  closed_money: {
    open: {
      ...{ by: 'officer', code: 'money-in/closed-money/closed-money.ts', caseAfter: 0 },
      case: 'closed-money',
    },
    decided: ENDED,
  },
};

/** The states of a table that are a case of a kind, with the seconds after which they are. */
export const casesIn = (
  table: keyof Exits,
  kind: CaseKind,
): readonly (readonly [state: string, seconds: number])[] =>
  Object.entries<Exit>(exits[table]).flatMap(([state, exit]) =>
    exit !== 'ended' && exit.case === kind ? [[state, exit.caseAfter] as const] : [],
  );

/** After how many seconds a state is a case; one that has ended never is. */
export function caseAfter<Table extends keyof Exits>(
  table: Table,
  state: keyof Exits[Table],
): number {
  const all: Exits[Table] = exits[table];
  const exit = all[state] as Exit;
  if (exit === 'ended') throw new Error('what has ended is no case');
  return exit.caseAfter;
}
