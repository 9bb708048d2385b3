import type { Network } from '#core/networks/networks.ts';

/** The custodian's current report of one deposit. */
export interface ReportedDeposit {
  /** The custodian's id of the deposit. */
  readonly id: string;
  readonly network: Network;
  /** In the spelling that this server uses for addresses of the network. */
  readonly address: string;
  /** The destination tag, or empty. */
  readonly tag: string;
  readonly currency: string;
  /** A plain decimal in whole units, with all decimals that the custodian sent. */
  readonly amount: string;
  readonly hash: string;
  /** The index of the output within the transaction. */
  readonly outputIndex: number;
  /** The sending addresses; empty if the custodian does not report them. */
  readonly senders: readonly string[];
  readonly confirmations: number;
  /** `confirmed`: final. `dropped`: the deposit did not happen and will not. `pending`: undecided. */
  readonly status: 'pending' | 'confirmed' | 'dropped';
}

/** One page of the custodian's list. */
export interface DepositPage {
  readonly deposits: readonly ReportedDeposit[];
  /** The ids of malformed entries, undefined where even the id cannot be read. */
  readonly unreadable: readonly (string | undefined)[];
  /** The cursor of the next page. */
  readonly cursor: string;
  /** Whether the next page has entries already. */
  readonly more: boolean;
}

/** The custodian's reports of deposits. Undefined: unavailable now. */
export interface Incoming {
  /** The custodian that issued the cursors: no other one understands them. */
  readonly source: string;
  /** Seconds between two polls without a notice. */
  readonly everySeconds: number;
  /** New and changed deposits after a cursor, oldest first; the empty cursor is the beginning. */
  list(cursor: string): Promise<DepositPage | undefined>;
  find(id: string): Promise<ReportedDeposit | undefined>;
  /** Whether a notice is signed by the custodian. Its content is not read: it only triggers a poll. */
  isNotice(body: Uint8Array, header: (name: string) => string | undefined): boolean;
}
