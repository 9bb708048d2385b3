import type { Counterparty } from '#core/domain/counterparty.ts';
import type { HomeAddress } from '#core/domain/tax/certification.ts';

/** Our customer as one party of a transfer. */
export interface OwnCustomer {
  /** Our id of the customer. */
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly country: string;
  /** The address that the customer certified last; undefined if they never did. */
  readonly home: HomeAddress | undefined;
}

/** The data that accompanies a withdrawal. */
export interface OutgoingTransfer {
  /** Our id of the transfer: a repeated call is still the same one. */
  readonly reference: string;
  readonly currency: string;
  readonly network: string;
  /** In whole units. */
  readonly amount: string;
  /** The receiving address. */
  readonly address: string;
  readonly tag: string;
  readonly originator: OwnCustomer;
  readonly beneficiary: Counterparty;
}

export interface HandedOver {
  /** The answer of the recipient's provider. */
  readonly kind: 'accepted' | 'refused';
  /** The party's id of the message. */
  readonly message: string;
}

/** A deposit as its network shows it. */
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
 * The carrier of originator and beneficiary data between providers (travel rule). Undefined: no answer yet.
 */
export interface TravelRule {
  handOver(transfer: OutgoingTransfer): Promise<HandedOver | undefined>;
  /** The sender of a deposit, as its provider reported it; `none`: no report. */
  received(transfer: IncomingTransfer): Promise<Counterparty | 'none' | undefined>;
}
