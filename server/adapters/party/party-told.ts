import type { Log, LogFields } from '#server/base/log.ts';
import type { PartyName } from './party-checks.ts';
import { type Fact, facts } from './party-facts.ts';

/** What a question came to: its answer, or one of the facts. */
export const results = ['told', ...facts] as const;
type Result = (typeof results)[number];

/** One question to a party. Its path, its query and its words name customers, and some contain a key: they are not here. */
interface PartyResult {
  readonly party: PartyName;
  readonly host: string;
  readonly result: Result;
  /** A status, or the code or kind of an error; never its text. */
  readonly why?: string | undefined;
  /** It is the number of questions that the party does not want. */
  readonly limited?: boolean;
}

const listeners = new Set<(told: PartyResult) => void>();

/** What this process's questions to a party came to, since it began. */
interface Tally {
  readonly counts: Record<Result, number>;
  /** How many of them were too many for the party. */
  limited: number;
  /** How many of the last ones in a row had no answer of any kind, and the fact of the last one. */
  unanswered: number;
  last: Fact | undefined;
}

const zero = (): Tally => ({
  counts: {
    ...{ told: 0, silent: 0, refused: 0, unreadable: 0 },
    ...{ 'not-there': 0, 'not-yet': 0, 'not-allowed': 0 },
  },
  limited: 0,
  unanswered: 0,
  last: undefined,
});

const tallies = new Map<PartyName, Tally>();

/** What questions to a party came to, since this process began. */
export function tallyOf(party: PartyName): Readonly<Tally> {
  const tally = tallies.get(party) ?? zero();
  tallies.set(party, tally);
  return tally;
}

/** Whether the party spoke to us at all: a "no", a "not yet" and a "there is none" are answers. */
function isAnswer(result: Result): boolean {
  switch (result) {
    case 'told':
    case 'refused':
    case 'not-there':
    case 'not-yet':
      return true;
    case 'silent':
    case 'unreadable':
    case 'not-allowed':
      return false;
  }
}

/** Counts and logs what a question to a party came to. */
export function tellResult(told: PartyResult): void {
  const { party, result, limited = false } = told;
  const tally = tallies.get(party) ?? zero();
  tallies.set(party, tally);
  tally.counts[result] += 1;
  if (limited) tally.limited += 1;
  else {
    tally.unanswered = isAnswer(result) ? 0 : tally.unanswered + 1;
    tally.last = result === 'told' ? undefined : result;
  }
  for (const listener of listeners) listener(told);
}

/** What lasts is logged again after this long, not with every question. */
const QUIET_MS = 10 * 60_000;

/** The line of each fact. */
const linesOf = (log: Log): Readonly<Record<Fact, (fields: LogFields) => void>> => ({
  silent: (fields) => log.warn('provider gave no answer', fields),
  refused: (fields) => log.warn('provider refused what it was asked', fields),
  unreadable: (fields) => log.warn('provider gave an answer that cannot be read', fields),
  'not-there': (fields) => log.warn('provider does not know what it was asked about', fields),
  'not-yet': (fields) => log.warn('provider wants to be asked later', fields),
  'not-allowed': (fields) => log.warn('provider does not let us in', fields),
});

/** Logs which questions were not answered, and why; returns the function that stops it. */
export function logProviderFailures(log: Log): () => void {
  const lines = linesOf(log);
  const loggedAt = new Map<string, number>();
  const hear = (told: PartyResult): void => {
    const { result } = told;
    if (result === 'told') return;
    const what = JSON.stringify(told);
    const now = Date.now();
    if (now - (loggedAt.get(what) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    loggedAt.set(what, now);
    const { party, host, why } = told;
    lines[result]({ party, host, why });
  };
  listeners.add(hear);
  return () => void listeners.delete(hear);
}
