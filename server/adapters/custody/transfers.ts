import type { ReturnReason } from '#core/contract/withdrawal.ts';

/** What a custodian is asked to send. All amounts are decimal strings in whole units. */
export interface TransferOrder {
  /** Names the transfer: the same reference is one transfer, however often it is asked for. */
  readonly reference: string;
  readonly network: string;
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
  /** XRP destination tag, or empty. */
  readonly tag: string;
  /** Whose bank account it is; empty on a network. */
  readonly holder: string;
}

export type Transfer =
  /** Unknown: no answer, or never asked for. It may have been sent all the same. */
  | { readonly kind: 'unknown' }
  /** On its way on the network, not yet final. */
  | { readonly kind: 'broadcast'; readonly hash: string }
  | { readonly kind: 'confirmed'; readonly hash: string }
  /** It did not happen and never will. */
  | { readonly kind: 'failed'; readonly reason?: ReturnReason };

/** One answer of the custodian's list of what it sent, or was asked to. */
export interface TransferPage {
  readonly references: readonly string[];
  /** Where the next answer goes on. */
  readonly cursor: string;
  /** There is more after it already. */
  readonly more: boolean;
}

/** The custody party's way out. */
export interface Transfers {
  send(order: TransferOrder): Promise<Transfer>;
  find(reference: string): Promise<Transfer>;
  /**
   * What was sent since a cursor, oldest first, whoever asked for it; the empty one is the beginning. The
   * method is missing where nothing is sent that the books could not know; undefined: no answer.
   */
  list?(cursor: string): Promise<TransferPage | undefined>;
  /** Where a transaction can be looked at, or undefined. */
  transactionUrl(network: string, hash: string): string | undefined;
}
