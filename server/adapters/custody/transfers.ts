import type { ReturnReason } from '#core/contract/money/withdrawal.ts';

/** An order to send. Amounts are decimal strings in whole units. */
export interface TransferOrder {
  /** Our id of the transfer: repeated orders with the same reference are one transfer. */
  readonly reference: string;
  readonly network: string;
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
  /** The XRP destination tag, or empty. */
  readonly tag: string;
  /** The holder of the bank account; empty for a network. */
  readonly holder: string;
}

/** The party's three answers (HARD-88): done, never will be, not known. */
export type Transfer =
  /** Unknown: no answer, or one that cannot be read. It may have been sent all the same. */
  | { readonly kind: 'unknown' }
  /** The party has no such order. One that is on its way to it may still arrive. */
  | { readonly kind: 'none' }
  /** Broadcast on the network, not yet final. */
  | { readonly kind: 'broadcast'; readonly hash: string }
  | { readonly kind: 'confirmed'; readonly hash: string }
  /** Final: it was not and will not be sent. */
  | { readonly kind: 'failed'; readonly reason?: ReturnReason };

/** What was sent under a reference, in whole units. */
export interface Sent {
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
}

/** One page of the custodian's list of outgoing transfers. */
export interface TransferPage {
  readonly references: readonly string[];
  /** Those of which the party says how much it sent. */
  readonly sent?: readonly Sent[];
  /** The party's ids of transfers without a reference of ours, as somebody made them at the party itself. */
  readonly strange?: readonly string[];
  /** The cursor of the next page. */
  readonly cursor: string;
  /** Whether the next page has entries already. */
  readonly more: boolean;
}

/** What the party holds for us of a currency, by its own word, in minor units. */
export interface Held {
  readonly currency: string;
  readonly units: bigint;
}

/** The custodian's outgoing transfers. */
export interface Transfers {
  send(order: TransferOrder): Promise<Transfer>;
  find(reference: string): Promise<Transfer>;
  /**
   * All transfers sent since a cursor, oldest first, no matter who ordered them; the empty cursor is the
   * beginning. A party without this method cannot send anything that the books do not know; undefined: no
   * answer.
   */
  list?(cursor: string): Promise<TransferPage | undefined>;
  /** What the party holds for us by its own word; undefined: it does not say, or not in a form that can be read. */
  balances?(): Promise<readonly Held[] | undefined>;
  /** The page of a block explorer for a transaction, or undefined. */
  transactionUrl(network: string, hash: string): string | undefined;
}
