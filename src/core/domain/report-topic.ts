import { type RequestKind, requestKinds } from './request-rules.ts';

/** What a request is about, in the navigation state of its form. */
export interface ReportTopic {
  /** The kind that is chosen at first. */
  readonly kind?: RequestKind;
  readonly transaction?: {
    /** In the customer's words, such as “Withdraw Bitcoin”. */
    readonly title: string;
    /** Its id, as the app shows it. */
    readonly id: string;
    /** When it happened, in milliseconds. */
    readonly at: number;
  };
}

/** The navigation state that a link to the form hands over. */
export const reportOf = (topic: ReportTopic): { readonly report: ReportTopic } => ({
  report: topic,
});

const MOST_CHARACTERS = 100;

/** The topic that a link handed over. The browser keeps such states, so another version may have made it. */
export function reportTopicOf(state: unknown): ReportTopic {
  const { kind, transaction } = Object(Object(state).report);
  const known = requestKinds.find((one) => one === kind);
  const { title, id, at } = Object(transaction);
  const whole =
    typeof title === 'string' &&
    typeof id === 'string' &&
    id !== '' &&
    Math.max(title.length, id.length) <= MOST_CHARACTERS &&
    Number.isFinite(at);
  return {
    ...(known && { kind: known }),
    ...(whole && { transaction: { title, id, at: Number(at) } }),
  };
}
