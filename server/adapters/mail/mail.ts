import type { Letter } from './letter.ts';

/** An e-mail to one customer, as text and as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same in its parts, of which the HTML is made; mails of an earlier version have none. */
  readonly letter?: Letter;
  /** The code in the text, if it has one: the sandbox inbox shows it separately. */
  readonly code?: string;
  /** A mail about security: it is sent before other mails (HARD-41). */
  readonly urgent?: boolean;
}

/** The mailer. Only the outbox (services/messages/notices/outbox.ts) uses it. */
export interface Mailer {
  /**
   * Sends a mail; throws if it is not accepted. `id` is the same for every attempt, so that duplicates can be
   * recognised.
   */
  deliver(mail: Mail, id: string): Promise<void>;
}
