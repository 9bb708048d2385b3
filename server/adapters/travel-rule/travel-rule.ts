import type { Counterparty } from '#core/domain/counterparty.ts';

/** Our customer, as one end of a transfer. */
export interface OwnCustomer {
  /** Our own name for them. */
  readonly id: string;
  readonly first: string;
  readonly last: string;
  /** As `YYYY-MM-DD`. */
  readonly born: string;
  readonly country: string;
}

/** What travels with a withdrawal. */
export interface OutgoingTransfer {
  /** Our own name for it: handed over again, it is still the same. */
  readonly reference: string;
  readonly currency: string;
  readonly network: string;
  /** In whole units. */
  readonly amount: string;
  /** Where it goes. */
  readonly address: string;
  readonly tag: string;
  readonly originator: OwnCustomer;
  readonly beneficiary: Counterparty;
}

export interface HandedOver {
  /** What the provider of the recipient says of it. */
  readonly kind: 'accepted' | 'refused';
  /** The party's own name for it. */
  readonly message: string;
}

/** A deposit, as its network shows it. */
export interface IncomingTransfer {
  readonly reference: string;
  readonly currency: string;
  readonly network: string;
  readonly amount: string;
  readonly hash: string;
  readonly address: string;
  readonly tag: string;
}

/**
 * The party that carries originator and beneficiary to other providers, and from them. Undefined: no
 * answer yet.
 */
export interface TravelRule {
  handOver(transfer: OutgoingTransfer): Promise<HandedOver | undefined>;
  /** What another provider sent of a deposit; `none`: nobody sent anything. */
  received(transfer: IncomingTransfer): Promise<Counterparty | 'none' | undefined>;
}
