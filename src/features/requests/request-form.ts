import type { ReportTopic } from '#core/carried/report-topic.ts';
import {
  dataKinds,
  isInTime,
  type RequestKind,
  requestKinds,
  transactionKinds,
} from '#core/people/request-rules.ts';
import { randomHex } from '#platform/ciphers/random.ts';
import { draftOf, dropDraft, keepDraft } from '#transport/customer/drafts.ts';

export interface RequestForm {
  readonly kind: RequestKind;
  readonly body: string;
  /** The idempotency key: the server accepts the request once. */
  readonly key: string;
}

/** The kinds to choose from: those about a transaction if there is one, otherwise the others. */
export const kindsFor = ({ transaction }: ReportTopic): readonly RequestKind[] =>
  transaction ? transactionKinds : ['complaint', ...dataKinds];

/** When a request of each kind is answered. */
export const answerTexts: Readonly<Record<RequestKind, string>> = {
  refund: 'We answer within 15 business days.',
  error: 'We look into it and answer within 30 days.',
  complaint: 'We answer within 15 business days. It costs you nothing.',
  correct: 'We answer within a month.',
  object: 'We answer within a month.',
  restrict: 'We answer within a month.',
};

/** The help text of the field, for each kind. */
export const helpTexts: Readonly<Record<RequestKind, string>> = {
  refund: 'What was charged and not delivered, or what you did not authorise.',
  error: 'What is wrong with this transaction, and what would be right.',
  complaint: 'What happened, and what you expect.',
  correct: 'Which of your data is wrong, and what is right.',
  object: 'Which use of your data you object to, and why.',
  restrict: 'Which use of your data is to be restricted, and why.',
};

const blank = (topic: ReportTopic, now: number): RequestForm => {
  const kinds = kindsFor(topic);
  const { transaction } = topic;
  const inTime = kinds.find((kind) => !transaction || isInTime(kind, transaction.at, now));
  const wanted = topic.kind && kinds.includes(topic.kind) ? topic.kind : inTime;
  return { kind: wanted ?? 'complaint', body: '', key: randomHex(16) };
};

/** What was typed about the same subject and not sent, otherwise an empty form. */
export function startingForm(topic: ReportTopic, now: number): RequestForm {
  const { about, kind, body, key } = Object(draftOf('request'));
  const known = requestKinds.find((one) => one === kind);
  const same = about === (topic.transaction?.id ?? '');
  const asked = topic.kind === undefined || topic.kind === known;
  return same && asked && known && typeof body === 'string' && typeof key === 'string'
    ? { kind: known, body, key }
    : blank(topic, now);
}

/** Keeps what was typed (HARD-11). */
export function keepForm(form: RequestForm, { transaction }: ReportTopic): void {
  if (form.body.trim() === '') dropDraft('request');
  else keepDraft('request', { ...form, about: transaction?.id ?? '' });
}

export const forgetForm = (): void => dropDraft('request');
