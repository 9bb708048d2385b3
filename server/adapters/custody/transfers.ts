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
}

export type Transfer =
  /** Nothing is known: not asked for, not answered. It may yet have been sent. */
  | { readonly kind: 'unknown' }
  /** On its way on the network, not yet final. */
  | { readonly kind: 'broadcast'; readonly hash: string }
  | { readonly kind: 'confirmed'; readonly hash: string }
  /** It did not happen and never will. */
  | { readonly kind: 'failed' };

/** The custody party's way out. */
export interface Transfers {
  send(order: TransferOrder): Promise<Transfer>;
  find(reference: string): Promise<Transfer>;
  /** Where a transaction can be looked at, or undefined. */
  transactionUrl(network: string, hash: string): string | undefined;
}
