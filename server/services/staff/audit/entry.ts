import { createHash } from 'node:crypto';

/** An act of staff, to be kept for good. Never a secret, a code or a token. */
export interface Act {
  /** The id of the account that acts, or `operator` for a command on the server's machine. */
  readonly actor: string;
  /** What was done, or the path of the call that asked for it. */
  readonly action: string;
  /** The id of the subject; empty if the act concerns nobody in particular. */
  readonly subject?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /**
   * What somebody wrote, as a reason or an address. The log, which is kept for good, has its fingerprint alone; the words
   * stand beside it, and go with the customer they are about, or when the registers of their time do (READ-12).
   */
  readonly words?: {
    /** The customer they are about; without one, they are about none. */
    readonly about?: string | undefined;
    readonly said: Readonly<Record<string, string>>;
  };
}

/** An entry of the log, without its hash. */
export interface Entry {
  /** Counted from 1, without a gap. */
  readonly seq: number;
  /** ISO 8601, in milliseconds. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** JSON. */
  readonly detail: string;
  /** The hash of the entry before it; empty for the first. */
  readonly previous: string;
}

/** The hash of an entry: of everything in it, so of all entries before it as well. */
export const hashOf = (entry: Entry): string => {
  const { seq, at, actor, action, subject, detail, previous } = entry;
  return createHash('sha256')
    .update(JSON.stringify([seq, at, actor, action, subject, detail, previous]))
    .digest('base64url');
};
