import type { Counterparty } from '#core/people/counterparty.ts';
import type { HomeAddress } from '#core/tax/certification.ts';

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

/**
 * What a carrier says of data that it was handed. `accepted`: the recipient's provider has taken it; `refused`: it will
 * not; `mismatched`: it knows the recipient under other data; `pending`: it has not decided; `unreachable`: it is known and
 * does not answer; `expired`: its time to answer is over; `unknown-provider`: nobody is known by that name; `unhosted`: the
 * address is no provider's.
 */
export const handedWords = [
  ...(['accepted', 'refused', 'mismatched', 'pending', 'unreachable', 'expired'] as const),
  ...(['unknown-provider', 'unhosted'] as const),
] as const;
export type HandedWord = (typeof handedWords)[number];

export interface HandedOver {
  /** A word of tomorrow counts as `pending`. */
  readonly kind: HandedWord;
  /** The party's own word for it, for officers. */
  readonly said: string;
  /** The party's id of the message. */
  readonly message: string;
  /** Until when it expects an answer, where it says so. */
  readonly until?: Date;
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
  /** So long a message may come after its deposit before the customer is asked who sent it. */
  readonly graceSeconds: number;
  handOver(transfer: OutgoingTransfer): Promise<HandedOver | undefined>;
  /** The sender of a deposit, as its provider reported it; `none`: no report, or none yet. */
  received(transfer: IncomingTransfer): Promise<Counterparty | 'none' | undefined>;
}
