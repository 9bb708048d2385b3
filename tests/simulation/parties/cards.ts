import { forged } from '#server/adapters/notice.ts';
import type {
  CardMovement,
  CardPage,
  Checkout,
  Heard,
  PaymentGateway,
} from '#server/adapters/payment/payment.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import { Party, pageOf } from './party.ts';

/** A card payment as it is at its provider. */
export interface CardPayment {
  readonly checkout: Checkout;
  status: Heard['status'];
  paidAt: Date | undefined;
  refunds: number;
}

/** The provider of card payments: whether a card was charged is known only here. */
export class Cards extends Party {
  /** By our tracking id. */
  readonly payments = new Map<string, CardPayment>();
  readonly #moved: CardMovement[] = [];

  constructor(world: World) {
    super(world, 'card provider');
  }

  /** The customer fills in the provider's page, or leaves it; at times the card's bank takes its time. */
  pay(trackingId: string, chance: Chance): void {
    const payment = this.payments.get(trackingId);
    if (!payment) return;
    const ends = chance.pick(['success', 'success', 'success', 'declined', 'cancelled'] as const);
    const after = chance.oneIn(4) ? chance.between(60_000, 900_000) : chance.between(300, 9_000);
    this.world.schedule(this.actor, after, 'a card is charged', () => {
      if (payment.status !== 'pending') return;
      payment.status = ends;
      if (ends === 'success') {
        payment.paidAt = new Date(this.world.now);
        this.#moved.push({ trackingId, kind: 'paid' });
      }
      this.world.count(`a card payment: ${ends}`);
    });
  }

  #heard(token: string): Heard | undefined {
    const payment = this.payments.get(token);
    if (!payment) return undefined;
    const { status, paidAt, checkout } = payment;
    if (status === 'pending' && checkout.expiresAt.getTime() <= this.world.now) {
      payment.status = 'cancelled';
      return { status: 'cancelled', expired: true };
    }
    return { status, ...(paidAt && { paidAt }), ...(payment.refunds > 0 && { refunded: true }) };
  }

  #refund(token: string): 'refunded' | undefined {
    const payment = this.payments.get(token);
    if (payment?.status !== 'success') return undefined;
    if (payment.refunds === 0) {
      this.world.count('a card payment is given back');
      this.#moved.push({ trackingId: token, kind: 'refunded' });
    }
    payment.refunds = 1;
    return 'refunded';
  }

  /** A page of what was paid and given back, in the order in which it was. */
  #page(cursor: string): CardPage {
    const { part, ...rest } = pageOf(this.#moved, cursor);
    return { movements: part, ...rest };
  }

  /** As a server's process reaches it. Tokens are our tracking ids: nobody else sees them here. */
  for(caller: Actor): PaymentGateway {
    return {
      sandbox: true,
      open: (checkout) =>
        this.ask(caller, 'open a payment', () => {
          const token = checkout.trackingId;
          const made = { checkout, status: 'pending', paidAt: undefined, refunds: 0 } as const;
          this.payments.set(token, { ...made });
          return { token, redirectUrl: `/pay/${token}` };
        }),
      outcome: (token) => this.ask(caller, 'how a payment ended', () => this.#heard(token)),
      close: async (token) => {
        await this.ask(caller, 'close a payment', () => {
          const payment = this.payments.get(token);
          if (payment?.status === 'pending') payment.status = 'cancelled';
        });
      },
      list: (cursor) => this.ask(caller, 'list card payments', () => this.#page(cursor)),
      disputes: () => Promise.resolve([]),
      refund: (token) => this.ask(caller, 'give a payment back', () => this.#refund(token)),
      purchaseOfNotice: () => Promise.resolve(forged),
    };
  }
}
