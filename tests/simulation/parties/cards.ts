import { parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { forged } from '#server/adapters/party/notice.ts';
import type {
  CardMovement,
  CardPage,
  Checkout,
  Dispute,
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
  /** What its card's bank wants of it. */
  dispute: 'taken' | 'lost' | 'won' | undefined;
}

/** The provider of card payments: whether a card was charged is known only here. */
export class Cards extends Party {
  /** By our tracking id. */
  readonly payments = new Map<string, CardPayment>();
  readonly #moved: CardMovement[] = [];

  constructor(world: World) {
    super(world, 'card provider');
  }

  /**
   * The customer fills in the provider's page, or leaves it; at times the card's bank takes its time. `surely`: the card
   * is charged soon.
   */
  pay(trackingId: string, chance: Chance, surely = false): void {
    const payment = this.payments.get(trackingId);
    if (!payment) return;
    const ends = surely
      ? 'success'
      : chance.pick(['success', 'success', 'success', 'declined', 'cancelled'] as const);
    const isLong = !surely && chance.oneIn(4);
    const after = isLong ? chance.between(60_000, 900_000) : chance.between(300, 9_000);
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

  /** The card's bank takes a payment back, and decides about it later. */
  decide(trackingId: string, state: 'taken' | 'lost' | 'won'): void {
    const payment = this.payments.get(trackingId);
    if (payment?.status !== 'success' || payment.refunds > 0) return;
    payment.dispute = state;
    this.#moved.push({ trackingId, kind: 'disputed' });
    this.world.count(`a disputed card payment is ${state}`);
  }

  /** In minor units, what the card's bank has taken back of a payment. */
  takenOf({ checkout, dispute }: CardPayment): bigint {
    const hasIt = dispute === 'taken' || dispute === 'lost';
    return hasIt ? (parseUnits(checkout.amount, FIAT_SCALE) ?? 0n) : 0n;
  }

  #disputes(trackingId: string): readonly Dispute[] {
    const payment = this.payments.get(trackingId);
    if (!payment?.dispute) return [];
    const { checkout, dispute: state } = payment;
    const cents = parseUnits(checkout.amount, FIAT_SCALE) ?? 0n;
    const { currency } = checkout;
    return [{ id: `dispute of ${trackingId}`, state, cents, currency, reason: 'Fraud' }];
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
          const none = { paidAt: undefined, refunds: 0, dispute: undefined } as const;
          this.payments.set(token, { checkout, status: 'pending', ...none });
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
      disputes: (trackingId) =>
        this.ask(caller, 'disputes of a payment', () => this.#disputes(trackingId)),
      refund: (token) => this.ask(caller, 'give a payment back', () => this.#refund(token)),
      purchaseOfNotice: () => Promise.resolve(forged),
    };
  }
}
