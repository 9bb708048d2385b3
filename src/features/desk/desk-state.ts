import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import {
  type CaseRow,
  type DeskCase,
  decideCase,
  endConversation,
  exportEvidence,
  exportRegister,
  getCase,
  type KindCount,
  listCases,
  openRegister,
  startConversation,
} from '#core/contract/staff/desk.ts';
import type { CaseKind, Register } from '#core/contract/staff/desk-act.ts';
import { type DeskCustomer, readCustomer } from '#core/contract/staff/desk-customer.ts';
import { forExport } from '#core/contract/wallet/for-export.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import { dayIn } from '#core/time/date-text.ts';
import { instantsOf } from '#core/time/day-span.ts';
import { csvHead, csvRow } from '#files/csv.ts';
import { fileName } from '#files/file-name.ts';
import { saveFile } from '#files/save-file.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { csvStyleNow } from '#transport/customer/csv-style.ts';
import { scopedStore } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';

interface Desk {
  /** What is due first, then what has no deadline; undefined until loaded. Nothing is stored on the device. */
  rows: readonly CaseRow[] | undefined;
  /** The number of all open cases. */
  open: number;
  kinds: readonly KindCount[];
  /** The end of the officer's day and of a week, by which the rows were counted. */
  ends: { readonly today: number; readonly week: number };
  next: string | undefined;
  failure: string | undefined;
  /** What is listed; undefined: every kind. */
  kind: CaseKind | undefined;
  search: string;
  /** The case by which the officer left the list, or comes to after a decision: it has the focus again. */
  at: string | undefined;
}

export const desk = scopedStore<Desk>(() => ({
  rows: undefined,
  open: 0,
  kinds: [],
  ends: { today: 0, week: 0 },
  next: undefined,
  failure: undefined,
  kind: undefined,
  search: '',
  at: undefined,
}));

const lists = inOrder();

/** The name of a case among all. */
export const nameOf = ({ kind, id }: Pick<CaseRow, 'kind' | 'id'>): string => `${kind} ${id}`;

const WEEK_DAYS = 7;

/** When the day of the officer's zone ends, and the seventh from today. */
function endsNow(): Desk['ends'] {
  const { timeZone } = session;
  const now = serverNow();
  const endOf = (at: number): number =>
    instantsOf({ until: dayIn(timeZone, at) }, timeZone).until ?? at;
  return { today: endOf(now), week: endOf(now + (WEEK_DAYS - 1) * 24 * 3_600_000) };
}

/** Reads on from a place until as many rows are known as are wanted, and shows them all at once. */
async function read(place: string, before: readonly CaseRow[], wanted: number): Promise<void> {
  const counts = lists.ask();
  const ends = endsNow();
  const { kind, search } = desk;
  let after: string | undefined = place;
  let rows = before;
  while (after !== undefined) {
    const outcome: Outcome<AnswerOf<typeof listCases>> = await call(listCases, {
      ...{ after, search },
      ...(kind !== undefined && { kind }),
      today_ends: new Date(ends.today).toISOString(),
      week_ends: new Date(ends.week).toISOString(),
    });
    if (!counts(outcome.ok)) return;
    if (!outcome.ok) {
      desk.failure = failureText(outcome.failure, 'The cases could not be loaded.');
      return;
    }
    const { data, open, kinds = [], next }: AnswerOf<typeof listCases> = outcome.value;
    rows = [...rows, ...data];
    after = rows.length < wanted ? next : undefined;
    if (after === undefined)
      Object.assign(desk, { rows, open, kinds, ends, next, failure: undefined });
  }
}

/** As many as are on screen, so that the officer's place is kept. */
export const loadCases = (): Promise<void> => read('', [], desk.rows?.length ?? 0);

export async function loadMore(): Promise<void> {
  if (desk.next !== undefined) await read(desk.next, desk.rows ?? [], 0);
}

/** Lists other cases, from the first. */
export function showCases(which: Partial<Pick<Desk, 'kind' | 'search'>>): Promise<void> {
  lists.changed();
  Object.assign(desk, which, { rows: undefined, next: undefined, at: undefined });
  return loadCases();
}

/** The officer comes back to the next case of the list; one that is decided for good is there no longer. */
function goOnBehind(name: string, isOver: boolean): void {
  const { rows = [] } = desk;
  const place = rows.findIndex((row) => nameOf(row) === name);
  const next = rows[place + 1] ?? rows[place - 1];
  if (place < 0) return;
  desk.at = next ? nameOf(next) : isOver ? undefined : name;
  if (isOver) desk.rows = rows.filter((row) => nameOf(row) !== name);
}

interface OpenCase {
  /** The kind and id of the case shown, as in the page's address. */
  of: string | undefined;
  found: DeskCase | undefined;
  failure: string | undefined;
}

const noCase = { of: undefined, found: undefined, failure: undefined };

export const openCase = scopedStore<OpenCase>(() => ({ ...noCase }));

const reads = inOrder();

export async function loadCase(kind: CaseKind, id: string): Promise<void> {
  const of = `${kind} ${id}`;
  if (openCase.of !== of) Object.assign(openCase, { of, found: undefined, failure: undefined });
  const counts = reads.askOnly();
  const outcome = await call(getCase, { kind, id });
  if (!counts(outcome.ok)) return;
  if (outcome.ok) Object.assign(openCase, { found: outcome.value.data, failure: undefined });
  else openCase.failure = failureText(outcome.failure, 'The case could not be loaded.');
}

interface Customer {
  /** The account of the customer shown, as in the page's address. */
  of: string | undefined;
  found: DeskCustomer | undefined;
  failure: string | undefined;
}

export const customer = scopedStore<Customer>(() => ({ ...noCase }));

const looks = inOrder();

export async function loadCustomer(id: string): Promise<void> {
  if (customer.of !== id) Object.assign(customer, { of: id, found: undefined, failure: undefined });
  const counts = looks.askOnly();
  const outcome = await call(readCustomer, { id });
  if (!counts(outcome.ok)) return;
  if (outcome.ok) Object.assign(customer, { found: outcome.value.data, failure: undefined });
  else customer.failure = failureText(outcome.failure, 'The customer could not be loaded.');
}

/** Reads on in the customer's history. */
export async function loadOlder(): Promise<void> {
  const { of, found } = customer;
  if (of === undefined || found?.next === undefined) return;
  const counts = looks.askOnly();
  const outcome = await call(readCustomer, { id: of, after: found.next });
  if (!counts(outcome.ok)) return;
  if (!outcome.ok) {
    customer.failure = failureText(outcome.failure, 'Older transactions could not be loaded.');
    return;
  }
  const { data } = outcome.value;
  customer.failure = undefined;
  customer.found = {
    ...data,
    transactions: [...found.transactions, ...data.transactions],
    failed_payments: [...found.failed_payments, ...data.failed_payments],
  };
}

/**
 * Finds a customer by email address, which is kept out of page addresses; resolves with an error text if
 * there is none.
 */
export async function findCustomer(
  email: string,
): Promise<{ readonly id: string } | { readonly failure: string }> {
  const outcome = await call(readCustomer, { id: email });
  if (!outcome.ok) {
    return { failure: failureText(outcome.failure, 'The customer could not be looked for.') };
  }
  const found = outcome.value.data;
  Object.assign(customer, { of: found.id, found, failure: undefined });
  return { id: found.id };
}

/** Why something was not done; `atCode`: the code or passkey was refused. */
export interface NotDone {
  readonly text: string;
  readonly atCode: boolean;
}

/** Whether the server refused the proof of the second factor. */
export const isAtCode = (failure: Failure): boolean =>
  failure.kind === 'refused' &&
  (failure.refusal.code === 'INVALID_CODE' || failure.refusal.code === 'SECOND_FACTOR_REQUIRED');

export type Done =
  | { readonly ok: true; readonly second: boolean }
  | ({ readonly ok: false } & NotDone);

const DOUBT = 'It may have been done: open the case again before you repeat it.';

/** Decides a case; resolves with an error text, or whether a second officer must confirm. */
export async function decide(request: RequestOf<typeof decideCase>): Promise<Done> {
  const outcome = await call(decideCase, request);
  lists.changed();
  if (outcome.ok) {
    const { second } = outcome.value;
    goOnBehind(nameOf(request), !second);
    return { ok: true, second };
  }
  const { failure } = outcome;
  const text = failureText(failure, 'It could not be decided.', DOUBT);
  return { ok: false, text, atCode: isAtCode(failure) };
}

/** Records that the officer is speaking with a customer; resolves with why it was not, or with undefined. */
export async function beginSpeaking(
  request: RequestOf<typeof startConversation>,
): Promise<NotDone | undefined> {
  const outcome = await call(startConversation, request);
  if (outcome.ok) return undefined;
  const { failure } = outcome;
  const text = failureText(failure, 'It could not be recorded.', DOUBT);
  return { text, atCode: isAtCode(failure) };
}

/** Records that a conversation has ended; resolves with an error text, or with undefined. */
export async function stopSpeaking(id: string): Promise<string | undefined> {
  const outcome = await call(endConversation, { id });
  return outcome.ok ? undefined : failureText(outcome.failure, 'It could not be recorded.');
}

/**
 * Saves a whole register, opened with a code or a passkey and read part by part, as a CSV file; resolves with why it was
 * not, or with undefined.
 */
export async function saveRegister(register: Register, otp: string): Promise<NotDone | undefined> {
  const unread = 'The register could not be read.';
  const opened = await call(openRegister, { register, otp });
  if (!opened.ok) {
    return { text: failureText(opened.failure, unread), atCode: isAtCode(opened.failure) };
  }
  const read = forExport(exportRegister);
  const rows: string[][] = [];
  let columns: readonly string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const outcome: Outcome<AnswerOf<typeof exportRegister>> = await call(read, { register, after });
    if (!outcome.ok) return { text: failureText(outcome.failure, unread), atCode: false };
    columns = outcome.value.columns;
    rows.push(...outcome.value.data);
    after = outcome.value.next;
  }
  const style = csvStyleNow();
  const text = csvHead(style, columns) + rows.map((row) => csvRow(style, row)).join('');
  const day = dayIn(session.timeZone, serverNow());
  saveFile(fileName(['register', register, day], 'csv'), new TextEncoder().encode(text), 'CSV');
  return undefined;
}

/** Saves the evidence about a disputed card payment as a text; resolves with why it was not, or with undefined. */
export async function saveEvidence(id: string, otp: string): Promise<NotDone | undefined> {
  const outcome = await call(exportEvidence, { id, otp });
  if (!outcome.ok) {
    const { failure } = outcome;
    return {
      text: failureText(failure, 'The evidence could not be read.'),
      atCode: isAtCode(failure),
    };
  }
  const bytes = new TextEncoder().encode(outcome.value.data);
  saveFile(fileName(['evidence', id], 'txt'), bytes, 'TXT');
  return undefined;
}
