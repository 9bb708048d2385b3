/**
 * What a customer can ask or tell us with an answer due (KEEP-03, KEEP-04): about a transaction, a
 * complaint, and their rights over their data.
 */
export const requestKinds = [
  'refund',
  'error',
  'complaint',
  'correct',
  'object',
  'restrict',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Those that are about a transaction, in the order they are offered in. */
export const transactionKinds = ['refund', 'error', 'complaint'] as const satisfies RequestKind[];
export const dataKinds = ['correct', 'object', 'restrict'] as const satisfies RequestKind[];

export const requestTitles: Readonly<Record<RequestKind, string>> = {
  refund: 'Refund request',
  error: 'Error report',
  complaint: 'Complaint',
  correct: 'Correction of my data',
  object: 'Objection to a use of my data',
  restrict: 'Restriction of my data',
};

const HOUR_MS = 3_600_000;

/** For how long after a transaction, in milliseconds; undefined: always. */
const windows: Readonly<Record<RequestKind, number | undefined>> = {
  refund: 24 * HOUR_MS,
  error: 7 * 24 * HOUR_MS,
  complaint: undefined,
  correct: undefined,
  object: undefined,
  restrict: undefined,
};

export const needsTransaction = (kind: RequestKind): boolean => windows[kind] !== undefined;

/** Whether it can still be asked for, of a transaction of that moment. */
export function isInTime(kind: RequestKind, transactionAt: number, now: number): boolean {
  const window = windows[kind];
  return window === undefined || now <= transactionAt + window;
}

/** Why it is too late, with the ways that remain; undefined where it is not. */
export function tooLateText(
  kind: RequestKind,
  transactionAt: number,
  now: number,
): string | undefined {
  if (isInTime(kind, transactionAt, now)) return undefined;
  if (kind === 'refund') {
    const way = isInTime('error', transactionAt, now)
      ? 'You can still report an error, or send a complaint.'
      : 'You can still send a complaint.';
    return `A refund can be asked for within 24 hours of the transaction. ${way}`;
  }
  return 'An error can be reported within 7 days of the transaction. You can still send a complaint.';
}

/** Characters of what is asked, and of what is answered. */
export const LONGEST_TEXT = 4000;

/** `explaining`: no error was found, and the written explanation is due. */
export const requestStates = ['open', 'explaining', 'answered', 'rejected'] as const;
export type RequestState = (typeof requestStates)[number];

export const isOver = (state: RequestState): boolean =>
  state === 'answered' || state === 'rejected';
