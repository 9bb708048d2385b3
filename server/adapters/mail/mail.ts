/** One e-mail to one customer, plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The code inside, where there is one: the sandbox inbox shows it on its own. */
  readonly code?: string;
}

/** The mail party. */
export interface Mailer {
  /**
   * Sends in the background: how long a mail takes must not tell a caller whether there was one to
   * send. A failure is logged without address or content.
   */
  post(mail: Mail): void;
  /** Resolves when everything posted by this process is sent or failed. */
  settled(): Promise<void>;
}
