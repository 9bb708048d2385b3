/** What a long run must have reached at least once: refusals, states of the machines, faults. */
const expected: readonly string[] = [
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
  ...['custodian', 'bank', 'market', 'mail server'].flatMap((name) =>
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
  'a recurring buy is set up',
  'a process is replaced',
  'a deposit is dropped',
  'a transfer is confirmed',
  'a transfer is failed',
  'a customer cancels',
  'a customer is impatient',
];

export type Counts = ReadonlyMap<string, number>;

/** Adds one run's counts to those of all. */
export function add(all: Map<string, number>, counts: Counts): void {
  for (const [what, count] of counts) all.set(what, (all.get(what) ?? 0) + count);
}

/** A table of everything that was counted, what is expected and missing included. */
export const tableOf = (counts: Counts): string =>
  [...new Set([...expected, ...counts.keys()])]
    .sort()
    .map((what) => `${String(counts.get(what) ?? 0).padStart(8)}  ${what}\n`)
    .join('');

export const missingIn = (counts: Counts): readonly string[] =>
  expected.filter((what) => !counts.get(what));
