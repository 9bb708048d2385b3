import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { endSandboxTransfer, transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { closeSound } from './close-sound.ts';
import {
  type InProcess,
  type InProcessOptions,
  type PersonOptions,
  person,
  startInProcess,
} from './in-process.ts';
import { Member } from './member.ts';
import { Sandbox } from './sandbox.ts';

export interface WorldOptions extends InProcessOptions {
  /** Prices in USD that hold from its beginning. */
  readonly prices?: Readonly<Record<string, string>>;
  /** Tests write into its books by hand, which need not be sound at the end then. */
  readonly booksByHand?: boolean;
}

/** A payment into the account at the bank that is a customer's own. */
interface Payment {
  readonly currency?: 'AUD' | 'EUR' | 'USD';
  readonly payer?: string;
  readonly reference?: string;
}

/** A whole Kopa of a test: its server, the people who use it, and the parties around it. */
export class World implements InProcess {
  #server: InProcess | undefined;
  readonly #options: WorldOptions;

  constructor(options: WorldOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { prices = {}, ...options } = this.#options;
    this.#server = await startInProcess(options);
    for (const [code, price] of Object.entries(prices)) await this.sandbox.market(code, price);
  }

  /** Ends it, and checks that its books are sound. */
  close(): Promise<void> {
    return this.#options.booksByHand ? this.server.close() : closeSound(this.server);
  }

  /** The server that runs at the moment. */
  get server(): InProcess {
    if (!this.#server) throw new Error('the world has not begun');
    return this.#server;
  }

  get url() {
    return this.server.url;
  }
  get api() {
    return this.server.api;
  }
  get deps() {
    return this.server.deps;
  }
  get calls() {
    return this.server.calls;
  }
  get changes() {
    return this.server.changes;
  }
  get log() {
    return this.server.log;
  }
  get told() {
    return this.server.told;
  }
  get metricsUrl() {
    return this.server.metricsUrl;
  }
  get clock() {
    return this.deps.clock;
  }
  get db() {
    return this.deps.db;
  }
  get sandbox(): Sandbox {
    return new Sandbox(this.url);
  }

  /** Anybody: by default a customer whose identity nobody has checked. */
  async person(options: PersonOptions = {}): Promise<Member> {
    return new Member(this.server, await person(this.deps, options));
  }

  /** A customer whose identity check is passed. */
  async customer(options: PersonOptions = {}): Promise<Member> {
    const someone = await this.person(options);
    await this.sandbox.kyc(someone.email, 'approved');
    return someone;
  }

  /** A customer who may buy by card: their address is known, too. */
  async buyer(options: PersonOptions = {}): Promise<Member> {
    const someone = await this.customer(options);
    const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
    await someone.must(updateProfile, profile);
    return someone;
  }

  /** A customer with an account at the bank for payments in. */
  async payee(options: PersonOptions = {}) {
    const who = await this.customer(options);
    return { who, accountId: await this.opensAccount(who) };
  }

  officer(): Promise<Member> {
    return this.person({ role: 'compliance' });
  }

  /** The bank's id of the account for payments in that somebody opens. */
  async opensAccount(who: Member): Promise<string> {
    await who.must(openBankAccount, {});
    const { external_id } = await this.db
      .selectFrom('bank_accounts')
      .select('external_id')
      .where('user_id', '=', who.id)
      .executeTakeFirstOrThrow();
    return external_id;
  }

  /** Moves the clock to the start of the next time step of authenticators, so that no code expires during the test. */
  nextStep(): void {
    this.clock.advance(30_000 - (this.clock.now() % 30_000) + 500);
  }

  /** The code that an authenticator with this secret shows. */
  totp(secret: string): string {
    return new TOTP({ secret }).generate({ timestamp: this.clock.now() });
  }

  /** Asks the bank what is new, as the server does each minute. */
  async hearsBank(): Promise<void> {
    this.clock.advance(61_000);
    await stepBank(this.deps);
  }

  /** A payment that the bank reports, and that is read at once; its id at the bank. */
  async arrives(accountId: string, amount: string, more: Payment = {}): Promise<string> {
    const transfer = { accountId, currency: 'AUD', amount, payer: 'TEST PERSON', reference: '' };
    const given = { ...transfer, ...more, status: 'settled' } as const;
    const id = await transferInSandbox(this.db, new Date(this.clock.now()), given);
    await this.hearsBank();
    return id;
  }

  /** The payer's bank takes a payment back, which is read at once. */
  async recalls(id: string): Promise<void> {
    await endSandboxTransfer(this.db, new Date(this.clock.now()), id, 'reversed');
    await this.hearsBank();
  }

  /** Decides a payment by card on the provider's page. */
  decidesCard(token: string, outcome: string): Promise<Response> {
    return fetch(`${this.url}/sandbox/pay/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
  }

  /** Chooses a new password by the code that is mailed. */
  async resets({ email }: { readonly email: string }, password: string) {
    // A code is mailed once in half a minute.
    this.clock.advance(31_000);
    await this.api.must(sendEmailOtp, { email, type: 2 });
    const otp = await this.sandbox.code(email);
    return this.api.call(verifyOtpAndUpdatePassword, { email, otp, password });
  }
}

/** A world that begins anew with each test and ends with it. */
export function world(options: WorldOptions = {}): World {
  const kopa = new World(options);
  beforeEach(() => kopa.start());
  afterEach(() => kopa.close());
  return kopa;
}

/** A world that all tests of a file share. */
export function sharedWorld(options: WorldOptions = {}): World {
  const kopa = new World(options);
  beforeAll(() => kopa.start());
  afterAll(() => kopa.close());
  return kopa;
}
