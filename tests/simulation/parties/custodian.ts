import type { Network } from '#core/networks/networks.ts';
import type { DepositPage, Incoming, ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import { sandboxCustody } from '#server/adapters/custody/sandbox-custody.ts';
import type { Transfer, TransferOrder, Transfers } from '#server/adapters/custody/transfers.ts';
import type { Parties } from '#server/adapters/parties.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import { Party, pageOf } from './party.ts';

/** A payment that reached an address on a chain: what is true, however it is told. */
export interface Payment {
  readonly id: string;
  readonly network: Network;
  readonly address: string;
  readonly tag: string;
  readonly currency: string;
  readonly amount: string;
  /** From where it came. */
  readonly sender: string;
  readonly at: number;
  readonly hash: string;
  confirmations: number;
  /** It will never come: only one that was never said to be confirmed. */
  dropped: boolean;
}

/** What became of a withdrawal at the custodian. */
export interface Sent {
  readonly order: TransferOrder;
  readonly at: number;
  readonly hash: string;
  state: 'broadcast' | 'confirmed' | 'failed';
}

const CONFIRMED_FROM = 40;
const ONE_FAILS_IN = 12;

/** The custodian: sends what customers withdraw, and tells of what reached their addresses. */
export class Custodian extends Party {
  readonly payments: Payment[] = [];
  readonly sent = new Map<string, Sent>();
  /** Each change of a payment, in the order in which it is told. */
  readonly #told: ReportedDeposit[] = [];
  /** The references of withdrawals that fail for certain. */
  readonly failing = new Set<string>();
  /** It forgets now and then, says things twice, and says old things late. */
  confused = false;

  constructor(world: World) {
    super(world, 'custodian');
  }

  #report(payment: Payment): ReportedDeposit {
    const { id, network, address, tag, currency, amount, hash, confirmations, dropped } = payment;
    return {
      ...{ id, network, address, tag, currency, amount, hash, confirmations },
      outputIndex: 0,
      senders: [payment.sender],
      status: dropped ? 'dropped' : confirmations >= CONFIRMED_FROM ? 'confirmed' : 'pending',
    };
  }

  #tell(payment: Payment): void {
    const { world } = this;
    const chance = world.chance('custodian tells');
    const report = this.#report(payment);
    this.#told.push(report);
    if (!this.confused) return;
    if (chance.oneIn(4)) {
      world.count('fault: custodian told a deposit twice');
      this.#told.push(report);
    }
    if (chance.oneIn(8)) {
      world.count('fault: custodian told a deposit under another name');
      this.#told.push({ ...report, id: `${report.id}-again` });
    }
    const older = this.#told[chance.between(0, this.#told.length - 1)];
    if (older && chance.oneIn(6)) {
      world.count('fault: custodian told of the past');
      this.#told.push(older);
    }
  }

  /** Somebody pays to an address; blocks follow by themselves. */
  receive(payment: Omit<Payment, 'id' | 'at' | 'hash' | 'confirmations' | 'dropped'>): Payment {
    const chance = this.world.chance('custodian receives');
    const id = `deposit-${this.payments.length + 1}`;
    const hash = Buffer.from(chance.bytes(32)).toString('hex');
    const made: Payment = {
      ...{ ...payment, id, hash, at: this.world.now },
      ...{ confirmations: 0, dropped: false },
    };
    this.payments.push(made);
    this.#tell(made);
    const drops = chance.oneIn(10);
    const block = (): void => {
      if (drops && made.confirmations > 0) {
        this.world.count('a deposit is dropped');
        made.dropped = true;
        this.#tell(made);
        return;
      }
      // A reorganisation takes some away again, but nothing that was final.
      const back = this.confused && made.confirmations > 2 && chance.oneIn(5);
      if (back) this.world.count('fault: a chain was reorganised');
      made.confirmations += back ? -2 : chance.between(1, 20);
      this.#tell(made);
      if (made.confirmations < CONFIRMED_FROM) {
        this.world.schedule(this.actor, chance.between(500, 9_000), `block on ${id}`, block);
      }
    };
    this.world.schedule(this.actor, chance.between(500, 9_000), `block on ${id}`, block);
    return made;
  }

  #take(order: TransferOrder): Transfer {
    const before = this.sent.get(order.reference);
    if (before) {
      if (JSON.stringify(before.order) !== JSON.stringify(order)) {
        this.world.violated(
          'no party is asked twice for one thing',
          `order ${order.reference} changed`,
        );
      }
      return this.#say(before);
    }
    const chance = this.world.chance(`custodian sends ${this.sent.size}`);
    const hash = Buffer.from(chance.bytes(32)).toString('hex');
    const sent: Sent = { order, at: this.world.now, hash, state: 'broadcast' };
    this.sent.set(order.reference, sent);
    const fails = this.failing.has(order.reference) || chance.oneIn(ONE_FAILS_IN);
    this.world.schedule(this.actor, chance.between(200, 40_000), 'transfer ends', () => {
      sent.state = fails ? 'failed' : 'confirmed';
      this.world.count(`a transfer is ${sent.state}`);
    });
    return this.#say(sent);
  }

  #say({ state, hash }: Sent): Transfer {
    if (this.confused && this.world.chance('custodian forgets').oneIn(8)) {
      this.world.count('fault: custodian forgot a transfer');
      return { kind: 'unknown' };
    }
    return state === 'failed' ? { kind: 'failed' } : { kind: state, hash };
  }

  /** As a server's process reaches it. */
  for(caller: Actor): Pick<Parties, 'custody' | 'transfers' | 'incoming'> {
    const transfers: Transfers = {
      send: async (order) =>
        (await this.order(caller, order.reference, 'send', () => this.#take(order))) ?? {
          kind: 'unknown',
        },
      find: async (reference) => {
        const find = (): Transfer => {
          const sent = this.sent.get(reference);
          return sent ? this.#say(sent) : { kind: 'unknown' };
        };
        return (await this.ask(caller, 'find', find)) ?? { kind: 'unknown' };
      },
      list: (given) =>
        this.ask(caller, 'list what was sent', () => {
          const { part, ...rest } = pageOf([...this.sent.keys()], given);
          return { references: part, ...rest };
        }),
      transactionUrl: () => undefined,
    };
    const page = (cursor: string): DepositPage => {
      const { part, ...rest } = pageOf(this.#told, cursor);
      return {
        deposits: part,
        unreadable: this.confused && this.world.chance('custodian').oneIn(20) ? ['nonsense'] : [],
        ...rest,
      };
    };
    const incoming: Incoming = {
      source: 'simulated',
      everySeconds: 5,
      list: (cursor) => this.ask(caller, 'list', () => page(cursor)),
      find: (id) => {
        const payment = this.payments.find((one) => one.id === id.replace('-again', ''));
        return this.ask(caller, 'find deposit', () => payment && { ...this.#report(payment), id });
      },
      isNotice: () => false,
    };
    return { custody: sandboxCustody(), transfers, incoming };
  }
}
