/** One e-mail to one customer, plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The code inside, where there is one: the sandbox inbox shows it on its own. */
  readonly code?: string;
  /** About security: it leaves before mails that are not (HARD-41). */
  readonly urgent?: boolean;
}

/** The mail party. Mails reach it from the outbox alone (services/notices/outbox.ts). */
export interface Mailer {
  /**
   * Hands one mail over; throws where it is not taken. `id` stays the same when it is tried again,
   * so that a mail delivered twice can be told to be one.
   */
  deliver(mail: Mail, id: string): Promise<void>;
}
