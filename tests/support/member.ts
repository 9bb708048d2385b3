import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { getBankDetails } from '#core/contract/money/bank.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { decideCase } from '#core/contract/staff/desk.ts';
import type { CaseDecision, CaseKind } from '#core/contract/staff/desk-act.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { type CallOptions, type Credential, newKey, type Reply } from './api-client.ts';
import { type InProcess, openStrongSession, type Person, password } from './in-process.ts';
import { type Mail, Sandbox } from './sandbox.ts';

/** The routes on which customers of tests send, by asset. */
const routes = { BTC: 'btc-bitcoin', ETH: 'eth-ethereum', SOL: 'sol-solana' } as const;

/** Somebody with an open session who does what customers and officers do, over HTTP. */
export class Member implements Person {
  readonly id: string;
  readonly email: string;
  readonly credential: Credential;
  private readonly server: InProcess;

  constructor(server: InProcess, { id, email, credential }: Person) {
    this.id = id;
    this.email = email;
    this.credential = credential;
    this.server = server;
  }

  /** A call in their session; one that moves money has a key of its own unless it is given one. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<Reply<AnswerOf<E>>> {
    return this.server.api.call(endpoint, request, this.#as(endpoint, options));
  }

  /** Like `call`, but throws if the call is refused. For steps without which the test proves nothing. */
  must<E extends AnyEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<AnswerOf<E>> {
    return this.server.api.must(endpoint, request, this.#as(endpoint, options));
  }

  #as({ effect }: AnyEndpoint, options: CallOptions): CallOptions {
    const key = effect === 'money' ? { idempotencyKey: newKey() } : {};
    return { ...key, ...options, credential: this.credential };
  }

  /** Themselves these hours later, in a new session, because the old one may have expired. */
  async later(hours: number): Promise<this> {
    const { deps } = this.server;
    deps.clock.advance(hours * 3_600_000);
    return this.with({ credential: await openStrongSession(deps, this.id) });
  }

  /** Themselves with something more that a test knows of them, or in another session. */
  with<T extends object>(more: T): this & T {
    return Object.assign(new Member(this.server, this), this, more);
  }

  /** Asks for the price of an exchange. */
  quotes(source: string, target: string, amount: string) {
    const pair = { sourceCurrencyId: source, targetCurrencyId: target };
    return this.call(swapCrypto, { ...pair, sourceCurrencyAmount: amount });
  }

  /** Exchanges at the price that is quoted. */
  async swaps(source: string, target: string, amount: string) {
    const pair = { sourceCurrencyId: source, targetCurrencyId: target };
    const { data } = await this.must(swapCrypto, { ...pair, sourceCurrencyAmount: amount });
    const quote = { conversionQuoteId: data.conversion_quote_id, userId: this.id };
    return this.must(confirmSwap, quote);
  }

  /** Asks for a withdrawal, with the password; `more` of the request, and how it is called. */
  withdraws(
    asset: keyof typeof routes,
    amount: string,
    to: string,
    more: object = {},
    options: CallOptions = {},
  ) {
    const sent = { amount, cryptoAddress: to, paymentRouteId: routes[asset], password };
    return this.call(createWithdrawal, { ...sent, ...more }, options);
  }

  async withdrawal(id: string) {
    return (await this.must(getWithdrawal, { withdrawal_id: id })).data;
  }

  /** What is free, on hold and pending of an asset. */
  async holds(code: string): Promise<readonly [string, string, string]> {
    const { data } = await this.must(getWalletList, {});
    const entry = data.find(({ currency }) => currency.currency_id === code);
    return [entry?.free_balance ?? '', entry?.hold_balance ?? '', entry?.pending_balance ?? ''];
  }

  /** The free cash of their market currency. */
  async cash(): Promise<string> {
    return (await this.must(getWalletList, {})).cash[0]?.free_balance ?? '0';
  }

  /** Their bank account for payments in, and what they owe. */
  async bank() {
    return (await this.must(getBankDetails, {})).data;
  }

  /** Decides a case of the desk, as an officer does who has seen it. */
  decides(
    which: { readonly kind: CaseKind; readonly id: string },
    decision: CaseDecision,
    {
      reason = 'Looked at it.',
      ...more
    }: { readonly reason?: string; readonly seen?: string; readonly version?: string } = {},
  ) {
    return this.call(decideCase, { ...which, decision, reason, ...more });
  }

  /** What is under way or waits for them. */
  async waiting() {
    return (await this.must(listWaiting, {})).data;
  }

  /** The mails in their mailbox, newest first. */
  mails(): Promise<readonly Mail[]> {
    return new Sandbox(this.server.url).inbox(this.email);
  }

  async subjects(): Promise<readonly string[]> {
    return (await this.mails()).map(({ subject }) => subject);
  }

  /** The newest mail with this subject. */
  async mailAbout(subject: string): Promise<Mail | undefined> {
    return (await this.mails()).find((mail) => mail.subject === subject);
  }
}
