import type { Network } from '#core/domain/networks.ts';

/** What a custodian reports of one deposit, as of now. */
export interface ReportedDeposit {
  /** The custodian's own name for it. */
  readonly id: string;
  readonly network: Network;
  /** Written as this server writes addresses of the network. */
  readonly address: string;
  /** Destination tag, or empty. */
  readonly tag: string;
  readonly currency: string;
  /** A plain decimal in whole units, with every decimal the custodian gave. */
  readonly amount: string;
  readonly hash: string;
  /** Which of the transaction's outputs it is. */
  readonly outputIndex: number;
  /** Where it came from, as the network shows it; none where the custodian does not say. */
  readonly senders: readonly string[];
  readonly confirmations: number;
  /**
   * `confirmed`: the custodian has the coins for good. `dropped`: they did not come and will not.
   * `pending`: neither was said.
   */
  readonly status: 'pending' | 'confirmed' | 'dropped';
}

/** One answer of the custodian's list. */
export interface DepositPage {
  readonly deposits: readonly ReportedDeposit[];
  /** Entries that make no sense: their ids, undefined where not even that can be read. */
  readonly unreadable: readonly (string | undefined)[];
  /** Where the next answer goes on. */
  readonly cursor: string;
  /** There is more after it already. */
  readonly more: boolean;
}

/** The custody party's way in. Undefined: unavailable now. */
export interface Incoming {
  /** The custodian that the cursors belong to: another one does not understand them. */
  readonly source: string;
  /** Seconds between two questions if no notice comes. */
  readonly everySeconds: number;
  /** What is new or changed after a cursor, oldest first; the empty one is the beginning. */
  list(cursor: string): Promise<DepositPage | undefined>;
  find(id: string): Promise<ReportedDeposit | undefined>;
  /** Whether a notice is the custodian's. What it says is not read: it only means “ask me”. */
  isNotice(body: Uint8Array, header: (name: string) => string | undefined): boolean;
}
