import { type RequestKind, requestKinds } from '#core/people/request-rules.ts';

/** The subject of a request, carried in the navigation state of its form. */
export interface ReportTopic {
  /** The preselected kind. */
  readonly kind?: RequestKind;
  readonly transaction?: {
    /** A description of the transaction, such as “Withdraw Bitcoin”. */
    readonly title: string;
    /** Its id, as the app shows it. */
    readonly id: string;
    /** When it happened, in milliseconds. */
    readonly at: number;
  };
}

/** The navigation state of a link to the form. */
export const reportOf = (topic: ReportTopic): { readonly report: ReportTopic } => ({
  report: topic,
});

const MOST_CHARACTERS = 100;

/**
 * The topic in a navigation state. The browser keeps such states, so another version of the app may have
 * written it.
 */
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
