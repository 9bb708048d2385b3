import { type AccountState, type Asked, balancesText, type Told } from './account-state.ts';
import { type Step, step } from './account-step.ts';

/** One call of one client: what was asked and what was told. Times are of one monotonic clock, in ms. */
export interface Call {
  readonly client: string;
  readonly asked: Asked;
  readonly told: Told;
  readonly began: number;
  /** When the client had the answer; undefined: never, so it may take effect at any time, or not at all. */
  readonly ended: number | undefined;
}

export type Verdict =
  /** The calls that took effect, in an order that explains all answers. */
  | { readonly kind: 'serialisable'; readonly order: readonly Call[] }
  | { readonly kind: 'broken'; readonly explanation: string }
  /** The search was given up: nothing is known. */
  | { readonly kind: 'undecided'; readonly explanation: string };

/** Far more than a history of some hundred calls by a few clients takes, and less than a minute. */
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

/** The longest explanation that was found, for the report of a failure. */
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
    // Those that ended first are tried first: their place is the most certain.
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

  /** Of the calls not yet in the order: those that no other one had ended before. */
  #candidates(): readonly number[] {
    const first = this.#calls.findIndex((_, at) => !this.#taken[at]);
    const ended = this.#calls[first]?.ended ?? Number.POSITIVE_INFINITY;
    return this.#calls.flatMap(({ began }, at) => (!this.#taken[at] && began <= ended ? [at] : []));
  }

  /**
   * Whether this configuration, the calls taken and the state, is met for the first time. Of the state the
   * balances are enough: its facts and entries follow from the calls taken, in whatever order.
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

  /** Whether all answered calls that are left can be put in an order, from this state on. */
  run(state: AccountState): boolean {
    if (this.#calls.every(({ ended }, at) => this.#taken[at] || ended === undefined)) return true;
    if (this.gaveUp || !this.#isNew(state)) return false;
    const next = this.#candidates().map((at) => {
      const call = this.#calls[at] as Call;
      return { at, call, step: this.#step(state, call) };
    });
    // What fits here and changes nothing loses nothing by coming first: all others can still follow.
    const idle = next.find(
      ({ call, step: taken }) => taken.ok && taken.state === state && call.ended !== undefined,
    );
    if (idle) return this.#take(idle.at, idle.call, state);
    for (const { at, call, step: taken } of next) {
      // One without an answer that changes nothing need not be placed: that leaves more open.
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
 * Whether the history of one account is strictly serialisable: whether there is an order of its calls in
 * which every answer follows from those before it (`step`), and no call comes before one that had ended
 * when it began. As an account is one object, this is its linearisability, and each account can be
 * checked by itself.
 *
 * The search is Wing and Gong's with Lowe's memory of configurations: it puts in order one call after
 * the other, always one that began before the first of the rest had ended, goes back where none fits,
 * and never tries the same set of calls with the same state again. A call that fits and changes nothing,
 * as a read, is taken without a choice. With n calls, of which at most c are under way at a time, that is
 * at most n · 2^c configurations of n calls each; it is about n where reads tell which writes happened. A
 * call without an answer is under way until the end, so it counts in c for all calls behind it, until a
 * read or a question about its key has told. The search gives up, undecided, after 200,000
 * configurations. It goes n calls deep.
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
