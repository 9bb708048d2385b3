import type {
  AccountOwner,
  Bank,
  BankDetails,
  BankTransfer,
  OpenedAccount,
  Returned,
} from '#server/adapters/bank/bank.ts';
import type { Transfer, TransferOrder, Transfers } from '#server/adapters/custody/transfers.ts';
import { forged } from '#server/adapters/party/notice.ts';
import type { Chance } from '#tests/simulation/world/chance.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import type { Sent } from './custodian.ts';
import { Party, pageOf } from './party.ts';

/** A transfer as it is at the bank: what is true, however it is told. */
interface BankPayment {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly payer: string;
  status: BankTransfer['status'];
  /** The requests to give it back that were carried out. */
  readonly returns: Set<string>;
}

/** The bank: holds customers' cash, tells of what came, pays out, and takes back what its payer recalls. */
export class SimulatedBank extends Party {
  readonly payments: BankPayment[] = [];
  readonly sent = new Map<string, Sent>();
  readonly #accounts = new Map<string, BankDetails>();

  constructor(world: World) {
    super(world, 'bank');
  }

  /** Opened once for each request id. */
  #open({ requestId, name, currency }: AccountOwner): BankDetails {
    const known = this.#accounts.get(requestId);
    if (known) return known;
    const number = String(100_000_000 + this.#accounts.size);
    const opened: BankDetails = {
      externalId: `account-${this.#accounts.size + 1}`,
      holder: name,
      bank: 'Simulated Bank',
      iban: currency === 'EUR' ? `LT121000011101${number.slice(-6)}` : '',
      bic: currency === 'EUR' ? 'SIMULT22' : '',
      bsb: currency === 'AUD' ? '062000' : '',
      accountNumber: currency === 'AUD' ? number : '',
      payId: '',
    };
    this.#accounts.set(requestId, opened);
    return opened;
  }

  #opened(owner: AccountOwner): OpenedAccount {
    const details = this.#open(owner);
    return { state: 'open', externalId: details.externalId, details };
  }

  /** Somebody pays into a customer's account; undefined while it was not opened. `pace`: it is settled at once, or later. */
  receive(
    requestId: string,
    payment: Pick<BankPayment, 'currency' | 'amount' | 'payer'>,
    pace?: 'soon' | 'later',
  ): BankPayment | undefined {
    const account = this.#accounts.get(requestId);
    if (!account) return undefined;
    const chance = this.world.chance('bank receives');
    const made: BankPayment = {
      ...payment,
      id: `transfer-${this.payments.length + 1}`,
      accountId: account.externalId,
      status: pace === 'soon' || (!pace && chance.oneIn(2)) ? 'settled' : 'pending',
      returns: new Set(),
    };
    this.payments.push(made);
    this.world.count('a bank transfer is paid');
    this.world.schedule(this.actor, chance.between(1_000, 90_000), 'settles', () => {
      if (made.status !== 'pending') return;
      made.status = !pace && chance.oneIn(8) ? 'rejected' : 'settled';
      this.world.count(`a bank transfer is ${made.status}`);
    });
    return made;
  }

  /** The payer's bank takes one back. One that was given back is not there to be taken. */
  takeBack(payment: BankPayment): void {
    if (payment.status !== 'settled' || payment.returns.size > 0) return;
    payment.status = 'reversed';
    this.world.count('a bank transfer is recalled');
  }

  /** A payer's bank takes transfers back, at times all that came to the account, as where its payer was robbed. */
  recall(chance: Chance): void {
    const [first, ...more] = this.payments.filter(({ status }) => status === 'settled');
    if (!first) return;
    const one = chance.pick([first, ...more]);
    const isAll = chance.oneIn(2);
    for (const payment of [first, ...more]) {
      if (payment === one || (isAll && payment.accountId === one.accountId)) this.takeBack(payment);
    }
  }

  #report({ id, accountId, currency, amount, payer, status }: BankPayment): BankTransfer {
    return { id, accountId, currency, amount, payer, status, reference: '' };
  }

  #giveBack(id: string, requestId: string): Returned {
    const payment = this.payments.find((one) => one.id === id);
    if (payment?.status === 'reversed') return 'reversed';
    if (payment?.status !== 'settled') return 'impossible';
    payment.returns.add(requestId);
    if (payment.returns.size > 1) this.world.violated('a transfer goes back once', id);
    this.world.count('a bank transfer is given back');
    return 'given';
  }

  #take(order: TransferOrder): Transfer {
    const before = this.sent.get(order.reference);
    if (before) return this.#say(before);
    const chance = this.world.chance(`bank sends ${this.sent.size}`);
    const hash = `payout-${this.sent.size + 1}`;
    const sent: Sent = { order, at: this.world.now, hash, state: 'broadcast' };
    this.sent.set(order.reference, sent);
    const fails = chance.oneIn(6);
    this.world.schedule(this.actor, chance.between(200, 40_000), 'payout ends', () => {
      sent.state = fails ? 'failed' : 'confirmed';
      this.world.count(`a payout is ${sent.state}`);
    });
    return this.#say(sent);
  }

  #say({ state, hash }: Sent): Transfer {
    return state === 'failed' ? { kind: 'failed' } : { kind: state, hash };
  }

  /** As a server's process reaches it. */
  for(caller: Actor): Bank {
    const payouts: Transfers = {
      send: async (order) =>
        (await this.order(caller, order.reference, 'pay out', () => this.#take(order))) ?? {
          kind: 'unknown',
        },
      find: async (reference) => {
        const find = (): Transfer => {
          const sent = this.sent.get(reference);
          return sent ? this.#say(sent) : { kind: 'unknown' };
        };
        return (await this.ask(caller, 'find a payout', find)) ?? { kind: 'unknown' };
      },
      list: (given) =>
        this.ask(caller, 'list payouts', () => {
          const { part, ...rest } = pageOf([...this.sent.keys()], given);
          return { references: part, ...rest };
        }),
      transactionUrl: () => undefined,
    };
    const all = (): BankTransfer[] => this.payments.map((one) => this.#report(one));
    return {
      sandbox: true,
      payouts,
      payee: () => this.ask(caller, 'payee', () => ({ answer: 'match', name: '' }) as const),
      openAccount: (owner) => this.ask(caller, 'open an account', () => this.#opened(owner)),
      account: (_, owner) => this.ask(caller, 'look at an account', () => this.#opened(owner)),
      accounts: (given) =>
        this.ask(caller, 'list accounts', () => {
          const { part, ...rest } = pageOf([...this.#accounts], given);
          const accounts = part.map(([requestId, details]) => ({ ...details, requestId }));
          return { accounts, ...rest };
        }),
      transfers: () => this.ask(caller, 'list transfers', all),
      transfer: (id) =>
        this.ask(caller, 'find a transfer', () => all().find((one) => one.id === id)),
      isGivenBack: (requestId) =>
        this.ask(caller, 'find a return', () =>
          this.payments.some(({ returns }) => returns.has(requestId)),
        ),
      giveBack: (id, requestId) =>
        this.ask(caller, 'give back', () => this.#giveBack(id, requestId)),
      transferOfNotice: () => forged,
    };
  }
}
