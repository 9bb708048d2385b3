/**
 * The kinds of requests that must be answered in time (KEEP-03, KEEP-04): about a transaction, complaints,
 * and rights over personal data.
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

/** The kinds about a transaction, in the order of the menu. */
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

/** How long after a transaction a request is possible, in milliseconds; undefined: always. */
const windows: Readonly<Record<RequestKind, number | undefined>> = {
  refund: 24 * HOUR_MS,
  error: 7 * 24 * HOUR_MS,
  complaint: undefined,
  correct: undefined,
  object: undefined,
  restrict: undefined,
};

export const needsTransaction = (kind: RequestKind): boolean => windows[kind] !== undefined;

/** Whether a request about a transaction of this time is still possible. */
export function isInTime(kind: RequestKind, transactionAt: number, now: number): boolean {
  const window = windows[kind];
  return window === undefined || now <= transactionAt + window;
}

/** Why it is too late, and what remains possible; undefined if it is not too late. */
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

/** The longest request and answer, in characters. */
export const LONGEST_TEXT = 4000;

/** `explaining`: no error was found, and the written explanation is due. */
export const requestStates = ['open', 'explaining', 'answered', 'rejected'] as const;
export type RequestState = (typeof requestStates)[number];

export const isOver = (state: RequestState): boolean =>
  state === 'answered' || state === 'rejected';
