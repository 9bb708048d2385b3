import { type AccountState, type Asked, balancesText, type Told } from './account-state.ts';
import { type Step, step } from './account-step.ts';

/** One call of one client: its request and its answer. All times are from one monotonic clock, in milliseconds. */
export interface Call {
  readonly client: string;
  readonly asked: Asked;
  readonly told: Told;
  readonly began: number;
  /** When the answer arrived; undefined if it never did: then the call may take effect at any later time, or never. */
  readonly ended: number | undefined;
}

export type Verdict =
  /** `order`: the calls that took effect, in an order that explains all answers. */
  | { readonly kind: 'serialisable'; readonly order: readonly Call[] }
  | { readonly kind: 'broken'; readonly explanation: string }
  /** The search was stopped because it became too large: the history may be right or wrong. */
  | { readonly kind: 'undecided'; readonly explanation: string };

/** Far more than a few hundred calls by a few clients need. To search that many takes less than a minute. */
const MOST_CONFIGURATIONS = 200_000;

const toldText = (told: Told): string => {
  switch (told.kind) {
    case 'balances':
      return balancesText(told.balances);
    case 'entries':
      return `${told.entries.length} entries`;
    case 'refused':
      return `refused: ${told.code}`;
    case 'done':
      return `done${told.id ? ` as ${told.id}` : ''}`;
    case 'never':
    case 'unknown':
      return told.kind;
  }
};

const askedText = (asked: Asked): string =>
  Object.values(asked)
    .map((part) => (typeof part === 'string' ? part : `${part.units} ${part.asset}`))
    .join(' ');

const callText = ({ client, asked, told, began, ended }: Call): string => {
  const until = ended === undefined ? '…' : ended.toFixed(1);
  return `[${began.toFixed(1)} – ${until}] ${client}: ${askedText(asked)} → ${toldText(told)}`;
};

/** The longest possible order that was found and the state after it, for the report of a failure. */
interface Stuck {
  readonly order: readonly Call[];
  readonly state: AccountState;
  readonly candidates: readonly { readonly call: Call; readonly why: string }[];
}

const SHOWN = 8;

const explain = (account: string, { order, state, candidates }: Stuck, total: number): string =>
  [
    `The history of account ${account} is not strictly serialisable.`,
    `${order.length} of ${total} calls can be put in order; the last of them:`,
    ...order.slice(-SHOWN).map((call) => `  ${callText(call)}`),
    `Then the balances are ${balancesText(state.balances)}, and none of these can come next:`,
    ...candidates.map(({ call, why }) => `  ${callText(call)}\n    because ${why}`),
  ].join('\n');

/** The search through the orders of one account's calls; see `checkHistory`. */
class Search {
  readonly #calls: readonly Call[];
  readonly #taken: boolean[];
  readonly #order: Call[] = [];
  readonly #seen = new Set<string>();
  readonly #totals: ReadonlyMap<string, Extract<Asked, { kind: 'withdraw' }>['total']>;
  stuck: Stuck | undefined;
  gaveUp = false;

  constructor(calls: readonly Call[]) {
    // Calls that ended first are tried first: their place in the order is the most certain.
    this.#calls = [...calls].sort(
      (a, b) => (a.ended ?? Number.POSITIVE_INFINITY) - (b.ended ?? Number.POSITIVE_INFINITY),
    );
    this.#taken = this.#calls.map(() => false);
    this.#totals = new Map(
      calls.flatMap(({ asked }) =>
        asked.kind === 'withdraw' ? [[asked.key, asked.total] as const] : [],
      ),
    );
  }

  get order(): readonly Call[] {
    return [...this.#order];
  }

  /** The calls that can come next: those before whose beginning no other call that is left had ended. */
  #candidates(): readonly number[] {
    const first = this.#calls.findIndex((_, at) => !this.#taken[at]);
    const ended = this.#calls[first]?.ended ?? Number.POSITIVE_INFINITY;
    return this.#calls.flatMap(({ began }, at) => (!this.#taken[at] && began <= ended ? [at] : []));
  }

  /**
   * Whether the search meets this configuration, the calls taken and the state, for the first time. The balances are
   * enough to identify the state: its facts and entries follow from the calls taken, whatever their order.
   */
  #isNew(state: AccountState): boolean {
    const taken = this.#taken.map((one) => (one ? '1' : '0')).join('');
    const name = `${taken} ${state.facts.size} ${balancesText(state.balances)}`;
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    this.gaveUp ||= this.#seen.size > MOST_CONFIGURATIONS;
    return true;
  }

  #step(state: AccountState, { asked, told }: Call): Step {
    return step(state, asked, told, (key) => this.#totals.get(key));
  }

  #take(at: number, call: Call, state: AccountState): boolean {
    this.#taken[at] = true;
    this.#order.push(call);
    if (this.run(state)) return true;
    this.#order.pop();
    this.#taken[at] = false;
    return false;
  }

  /** Whether all remaining calls that were answered can be put in an order, starting from this state. */
  run(state: AccountState): boolean {
    if (this.#calls.every(({ ended }, at) => this.#taken[at] || ended === undefined)) return true;
    if (this.gaveUp || !this.#isNew(state)) return false;
    const next = this.#candidates().map((at) => {
      const call = this.#calls[at] as Call;
      return { at, call, step: this.#step(state, call) };
    });
    // A call that fits and changes nothing can come first without a choice: every other call can still follow it.
    const idle = next.find(
      ({ call, step: taken }) => taken.ok && taken.state === state && call.ended !== undefined,
    );
    if (idle) return this.#take(idle.at, idle.call, state);
    for (const { at, call, step: taken } of next) {
      // An unanswered call that changes nothing here is not taken: it may still take effect later, or never.
      if (taken.ok && taken.state !== state && this.#take(at, call, taken.state)) return true;
    }
    if (this.#order.length >= (this.stuck?.order.length ?? 0)) {
      const candidates = next.flatMap(({ call, step: taken }) =>
        taken.ok || call.ended === undefined ? [] : [{ call, why: taken.why }],
      );
      this.stuck = { order: this.order, state, candidates };
    }
    return false;
  }
}

/**
 * Whether the history of one account is strictly serialisable: whether its calls can be put in an order in which
 * every answer is possible after the calls before it (`step`), and no call precedes one that had ended before it
 * began. An account is one object, so this is linearisability, and each account can be checked by itself.
 *
 * The algorithm is Wing and Gong's with Lowe's memory of configurations. It appends one call after the other to the
 * order, always one that began before the first end of the remaining calls; it goes back if none is possible; and it
 * never tries the same set of calls with the same state twice. A call that is possible and changes nothing, such as a
 * read, is taken without trying others. With n calls, of which at most c are under way at a time, there are at most
 * n · 2^c configurations of n calls each, and about n if reads show which writes happened. An unanswered call is under
 * way until the end, so it counts in c for all later calls, until a read or a question about its key shows what became
 * of it. After 200,000 configurations the search stops without a result. Its recursion is n calls deep.
 */
export function checkHistory(
  account: string,
  start: AccountState,
  calls: readonly Call[],
): Verdict {
  const search = new Search(calls);
  if (search.run(start)) return { kind: 'serialisable', order: search.order };
  const explanation = search.stuck
    ? explain(account, search.stuck, calls.length)
    : `Nothing is known of account ${account}.`;
  return search.gaveUp ? { kind: 'undecided', explanation } : { kind: 'broken', explanation };
}
