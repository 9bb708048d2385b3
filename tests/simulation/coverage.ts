import { initiativeNames, ROUND } from './cast/initiatives.ts';

/** What every run of some length has reached at least once: each kind is begun, and comes to something. */
const soon: readonly string[] = [
  ...initiativeNames.map((name) => `initiative: ${name}`),
  ...['swap: success', 'sell: success', 'withdraw: success', 'wallet: answer'],
  ...['a bank transfer is paid', 'a payout is asked for', 'a purchase is begun'],
  ...['a deposit is paid', 'a customer cancels', 'somebody is listed', 'a process is replaced'],
  ...['a wrong price', 'a wrong exchange rate', 'prices stand still', 'a process was killed'].map(
    (what) => `fault: ${what}`,
  ),
];

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
  'a card payment is given back',
  'a provider refuses a transfer',
  'an account is frozen',
  'an account is closed',
  'a password is set anew',
  'a price alert is set',
  'a recurring buy is set up',
  'a deposit is dropped',
  'a transfer is confirmed',
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
  [...new Set([...soon, ...later, ...counts.keys()])]
    .sort()
    .map((what) => `${String(counts.get(what) ?? 0).padStart(8)}  ${what}\n`)
    .join('');

const SOON_ROUNDS = 5;
const LATER_ROUNDS = 60;

/** What a run of this length is asked to reach; `all`: whatever its length. */
export function askedOf(counts: Counts, all = false): readonly string[] {
  const begun = [...counts].reduce(
    (sum, [what, count]) => (what.startsWith('initiative: ') ? sum + count : sum),
    0,
  );
  return [
    ...(all || begun >= SOON_ROUNDS * ROUND ? soon : []),
    ...(all || begun >= LATER_ROUNDS * ROUND ? later : []),
  ];
}
