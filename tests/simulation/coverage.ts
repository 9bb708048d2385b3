import { ROUND } from './cast/initiatives.ts';
import { everyOutcome } from './cast/outcomes.ts';

/** What a long run has reached besides: refusals, states of the machines, faults. */
const later: readonly string[] = [
  ...['swap', 'sell'].flatMap((kind) =>
    ['form', 'confirming', 'checking', 'success'].map((phase) => `${kind}: ${phase}`),
  ),
  'sell: failure',
  ...['form', 'gate', 'review', 'sending', 'checking', 'success'].map(
    (phase) => `withdraw: ${phase}`,
  ),
  ...['answer', 'kept copy'].map((source) => `wallet: ${source}`),
  ...[
    ...['TOKEN_EXPIRED', 'REPEATED', 'UNAUTHENTICATED', 'KEY_CONFLICT', 'QUOTE_EXPIRED'],
    ...['INSUFFICIENT_BALANCE', 'BELOW_MINIMUM', 'INVALID_CREDENTIALS', 'UNAVAILABLE'],
    ...['NOT_CANCELLABLE'],
  ].map((code) => `refusal: ${code}`),
  ...['lost before', 'lost after', 'repeated', 'late', 'cut', 'gateway'].map(
    (name) => `fault: network, ${name}`,
  ),
  ...['custodian', 'bank', 'market', 'mail server', 'card provider', 'lists'].flatMap((name) =>
    ['never heard', 'did not answer', 'was slow'].map((what) => `fault: ${name} ${what}`),
  ),
  'fault: custodian told a deposit twice',
  'fault: custodian told a deposit under another name',
  'fault: custodian told of the past',
  'fault: custodian forgot a transfer',
  'fault: a chain was reorganised',
  'fault: a process was killed',
  'fault: a transaction conflicts',
  ...['paid', 'settled', 'rejected', 'recalled', 'given back'].map(
    (what) => `a bank transfer is ${what}`,
  ),
  ...['success', 'declined', 'cancelled'].map((status) => `a card payment: ${status}`),
  ...['confirmed', 'failed'].map((state) => `a payout is ${state}`),
  ...['an officer releases', 'an officer rejects'].flatMap((what) =>
    ['deposit', 'transfer'].map((subject) => `${what} a held ${subject}`),
  ),
  'a deposit is dropped',
  'a card payment is given back',
  ...['taken', 'lost', 'won'].map((state) => `a disputed card payment is ${state}`),
  'a recurring buy is missed',
  'a lost transfer is booked',
  'a transfer is failed',
  'a customer is impatient',
];

export type Counts = ReadonlyMap<string, number>;

/** Adds one run's counts to those of all. */
export function add(all: Map<string, number>, counts: Counts): void {
  for (const [what, count] of counts) all.set(what, (all.get(what) ?? 0) + count);
}

/** A table of everything that was counted, what is expected and missing included. */
export const tableOf = (counts: Counts): string =>
  [...new Set([...everyOutcome, ...later, ...counts.keys()])]
    .sort()
    .map((what) => `${String(counts.get(what) ?? 0).padStart(8)}  ${what}\n`)
    .join('');

const SOON_ROUNDS = 3;
const LATER_ROUNDS = 60;

/** `by length`: what a run of its length must have reached; `soon`: what any must; `all`: everything. */
export type Asked = 'by length' | 'soon' | 'all';

/** What is asked and was not reached. */
export function missingOf(counts: Counts, asked: Asked): readonly string[] {
  return askedOf(counts, asked).filter((what) => !counts.get(what));
}

/** What a run is asked to reach. */
export function askedOf(counts: Counts, asked: Asked): readonly string[] {
  const begun = [...counts].reduce(
    (sum, [what, count]) => (what.startsWith('initiative: ') ? sum + count : sum),
    0,
  );
  const isLong = (rounds: number): boolean => asked === 'by length' && begun >= rounds * ROUND;
  return [
    ...(asked !== 'by length' || isLong(SOON_ROUNDS) ? everyOutcome : []),
    ...(asked === 'all' || isLong(LATER_ROUNDS) ? later : []),
  ];
}
