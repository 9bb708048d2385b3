import type { Network } from '#core/networks/networks.ts';

export interface DepositAddress {
  readonly address: string;
  /** The destination tag that tells customers of a shared address apart. */
  readonly tag?: string;
}

/** The custodian's deposit addresses. The custodian holds the keys; this server never does. */
export interface Custody {
  /**
   * Deposit address number `index` of a network, always the same one for the same number. Undefined: none is
   * left, or the network is not configured.
   */
  depositAddress(network: Network, index: number): DepositAddress | undefined;
  /**
   * How many addresses there are, for a network with a fixed list; undefined if they are derived without end.
   */
  listed?(network: Network): number | undefined;
}
