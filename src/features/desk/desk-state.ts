import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import {
  type CaseRow,
  type DeskCase,
  decideCase,
  endConversation,
  exportEvidence,
  exportRegister,
  getCase,
  listCases,
  openRegister,
  startConversation,
} from '#core/contract/staff/desk.ts';
import type { CaseKind, Register } from '#core/contract/staff/desk-act.ts';
import { forExport } from '#core/contract/wallet/for-export.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import { dayIn } from '#core/time/date-text.ts';
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
  /** Sorted by deadline; undefined until loaded. Nothing is stored on the device. */
  rows: readonly CaseRow[] | undefined;
  /** The number of all open cases. */
  open: number;
  next: string | undefined;
  failure: string | undefined;
}

export const desk = scopedStore<Desk>(() => ({
  rows: undefined,
  open: 0,
  next: undefined,
  failure: undefined,
}));

const lists = inOrder();

async function read(after: string, before: readonly CaseRow[]): Promise<void> {
  const counts = lists.ask();
  const outcome = await call(listCases, { after });
  if (!counts(outcome.ok)) return;
  if (!outcome.ok) {
    desk.failure = failureText(outcome.failure, 'The cases could not be loaded.');
    return;
  }
  const { data, open, next } = outcome.value;
  Object.assign(desk, { rows: [...before, ...data], open, next, failure: undefined });
}

export const loadCases = (): Promise<void> => read('', []);

export async function loadMore(): Promise<void> {
  if (desk.next !== undefined) await read(desk.next, desk.rows ?? []);
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

/**
 * Finds a customer by email address, which is kept out of page addresses; resolves with an error text if
 * there is none.
 */
export async function findCustomer(
  email: string,
): Promise<{ readonly id: string } | { readonly failure: string }> {
  const outcome = await call(getCase, { kind: 'ending', id: email });
  if (outcome.ok) return { id: outcome.value.data.id };
  return { failure: failureText(outcome.failure, 'The customer could not be looked for.') };
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
  if (outcome.ok) return { ok: true, second: outcome.value.second };
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
