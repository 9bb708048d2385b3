import type { Network } from '#core/domain/networks.ts';

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
  /** How many there are, where they are a list; undefined: as many as there are numbers. */
  listed?(network: Network): number | undefined;
}
