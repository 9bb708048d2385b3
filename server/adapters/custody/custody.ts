/** The networks a payment route can be of. */
export const networks = [
  'Bitcoin',
  'Ethereum',
  'Avalanche C-Chain',
  'Solana',
  'XRP Ledger',
] as const;
export type Network = (typeof networks)[number];

export interface DepositAddress {
  readonly address: string;
  /** Beside a shared address, the number that says whose deposit it is. */
  readonly tag?: string;
}

/** The custody party. It holds the keys; this server never does. */
export interface Custody {
  /**
   * The deposit address number `index` of a network: the same for the same number, another for every
   * other. Undefined: none left or not configured.
   */
  depositAddress(network: Network, index: number): DepositAddress | undefined;
}
