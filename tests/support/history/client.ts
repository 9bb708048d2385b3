import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { confirmSwap, type SwapResult, swapCrypto } from '#core/contract/money/swap.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { type AssetCode, assetOf, isAssetCode } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { type ApiClient, newKey } from '#tests/support/api-client.ts';
import { type Person, password } from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { type Asked, entryText, type Money, movedText, type Told } from './account-state.ts';
import type { Recorder } from './recorder.ts';

/** An account that several clients use. */
export interface Account {
  readonly who: Person;
  readonly recorder: Recorder;
  /** The withdrawals that were confirmed to a client. Any client may cancel any of them. */
  readonly withdrawn: { readonly key: string; readonly id: string }[];
}

type Write = Extract<Asked, { readonly kind: 'swap' | 'withdraw' }>;
type Done = Extract<Told, { readonly kind: 'done' }>;

const moneyOf = (code: string, amount: string): Money => {
  const units = isAssetCode(code) ? parseUnits(amount, assetOf(code).scale) : undefined;
  if (!isAssetCode(code) || units === undefined) {
    throw new Error(`not an amount of ${code}: ${amount}`);
  }
  return { asset: code, units };
};

const amountOf = ({ asset, units }: Money): string => formatUnits(units, assetOf(asset).scale);

type Withdrawn = AnswerOf<typeof createWithdrawal>['data'];

const swapTold = (data: SwapResult): Done => ({
  kind: 'done',
  id: data.operation_id,
  moved: movedText(
    moneyOf(data.source_currency_id, data.source_currency_amount),
    moneyOf(data.target_currency_id, data.target_currency_amount),
  ),
});

const withdrawalTold = ({ withdrawal_id: id, total, currency_id: code }: Withdrawn): Done => ({
  kind: 'done',
  id,
  moved: movedText(moneyOf(code, total)),
});

const walletTold = ({ data }: AnswerOf<typeof getWalletList>): Told => ({
  kind: 'balances',
  balances: new Map(
    data.flatMap(({ currency: { currency_id: code }, ...row }) =>
      (
        [
          [`${code} available`, moneyOf(code, row.free_balance).units],
          [`${code} hold`, moneyOf(code, row.hold_balance).units],
          [`${code} pending`, moneyOf(code, row.pending_balance).units],
        ] as const
      ).filter(([, units]) => units !== 0n),
    ),
  ),
});

const statementTold = ({ data }: AnswerOf<typeof getTransactionHistory>): Told => ({
  kind: 'entries',
  entries: data.map(({ currency_id: code, amount, type }) => {
    const { units } = moneyOf(code, amount);
    return entryText(code, type === 'debit' ? -units : units);
  }),
});

const FEE = moneyOf('BTC', '0.00005').units;
const WITHDRAWAL = {
  cryptoAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  paymentRouteId: 'btc-bitcoin',
  password,
};

/**
 * One of several clients of an account. It goes on whatever is killed. After a write with an unknown outcome it either
 * repeats the write with the same key or asks for the outcome, until it knows.
 */
export class HistoryClient {
  readonly #name: string;
  readonly #account: Account;
  readonly #apis: readonly ApiClient[];
  readonly #random: (below: number) => number;
  #at: number;

  constructor(
    name: string,
    account: Account,
    apis: readonly ApiClient[],
    random: (below: number) => number,
  ) {
    this.#name = name;
    this.#account = account;
    this.#apis = apis;
    this.#random = random;
    this.#at = random(apis.length);
  }

  /** Makes one random call after the other until the signal is aborted. */
  async busy(over: AbortSignal): Promise<void> {
    while (!over.aborted) await this.#act();
  }

  /** Reads the wallet, and repeats that until there is an answer. */
  async wallet(): Promise<void> {
    await this.#until(() => this.#read({ kind: 'wallet' }));
  }

  async statement(): Promise<void> {
    await this.#until(() => this.#read({ kind: 'statement' }));
  }

  #act(): Promise<unknown> {
    const turn = this.#random(20);
    if (turn < 6) return this.#read({ kind: 'wallet' });
    if (turn < 9) return this.#read({ kind: 'statement' });
    if (turn < 15) return this.#swap();
    if (turn < 17) return this.#withdraw();
    if (turn < 19) return this.#cancel();
    return this.#deposit();
  }

  get #api(): ApiClient {
    const api = this.#apis[this.#at % this.#apis.length];
    if (!api) throw new Error('there is no process');
    return api;
  }

  /** Switches to the next process that is ready, because the present one gave no answer. */
  async #turn(): Promise<void> {
    for (let ready = false; !ready; ) {
      await new Promise((again) => setTimeout(again, 50));
      this.#at += 1;
      ready = await fetch(`${this.#api.base}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
    }
  }

  /** Makes a call and records it. */
  async #ask(asked: Asked, send: (api: ApiClient) => Promise<Told>): Promise<Told> {
    const told = await this.#account.recorder.ask(this.#name, asked, () => send(this.#api));
    if (told.kind === 'unknown') await this.#turn();
    return told;
  }

  async #until(ask: () => Promise<Told>): Promise<Told> {
    for (;;) {
      const told = await ask();
      if (told.kind !== 'unknown') return told;
    }
  }

  async #call<E extends AnyEndpoint>(
    api: ApiClient,
    endpoint: E,
    request: RequestOf<E>,
    toldBy: (answer: AnswerOf<E>) => Told,
    idempotencyKey = newKey(),
  ): Promise<Told> {
    const { credential } = this.#account.who;
    const reply = await api.call(endpoint, request, { credential, idempotencyKey });
    if (reply.ok) return toldBy(reply.value);
    // `REPEATED`: the network delivered the request twice, and this is the answer to its second copy.
    const open = reply.status >= 500 || reply.refusal.code === 'REPEATED';
    return open ? { kind: 'unknown' } : { kind: 'refused', code: reply.refusal.code };
  }

  #read(asked: Extract<Asked, { readonly kind: 'wallet' | 'statement' }>): Promise<Told> {
    return this.#ask(asked, (api) =>
      asked.kind === 'wallet'
        ? this.#call(api, getWalletList, {}, walletTold)
        : this.#call(api, getTransactionHistory, { limit: 500 }, statementTold),
    );
  }

  #send(api: ApiClient, asked: Write): Promise<Told> {
    if (asked.kind === 'swap') {
      const request = { conversionQuoteId: asked.quote, userId: this.#account.who.id };
      return this.#call(api, confirmSwap, request, ({ data }) => swapTold(data), asked.key);
    }
    const amount = amountOf({ asset: 'BTC', units: asked.total.units - FEE });
    const request = { ...WITHDRAWAL, amount };
    return this.#call(
      api,
      createWithdrawal,
      request,
      ({ data }) => withdrawalTold(data),
      asked.key,
    );
  }

  /** Asks what became of a write. */
  #outcome({ kind, key }: Write): Promise<Told> {
    const { path } = kind === 'swap' ? confirmSwap : createWithdrawal;
    return this.#ask({ kind: 'outcome', key }, (api) =>
      this.#call(api, getOperationOutcome, { idempotencyKey: key, operation: path }, ({ data }) => {
        if (data.outcome === 'never') return { kind: 'never' };
        const { data: answer } = data.answer as { data: unknown };
        return kind === 'swap'
          ? swapTold(answer as SwapResult)
          : withdrawalTold(answer as Withdrawn);
      }),
    );
  }

  /** Makes a write and repeats it or asks until its outcome is known. */
  async #write(asked: Write): Promise<void> {
    const send = () => this.#ask(asked, (api) => this.#send(api, asked));
    // Sometimes the same write is sent twice at once, as by an impatient user.
    const answers = await Promise.all(this.#random(4) === 0 ? [send(), send()] : [send()]);
    let told =
      answers.find(({ kind }) => kind === 'done') ?? answers.find(({ kind }) => kind !== 'unknown');
    while (!told || told.kind === 'unknown') {
      told = await (this.#random(2) === 0 ? send() : this.#outcome(asked));
    }
    if (asked.kind === 'withdraw' && told.kind === 'done' && told.id) {
      this.#account.withdrawn.push({ key: asked.key, id: told.id });
    }
  }

  /** A random amount that hardly any other write has, so that a balance shows which writes are in it. */
  #money(asset: AssetCode, least: string, range: number): Money {
    return { asset, units: moneyOf(asset, least).units + BigInt(this.#random(range)) };
  }

  async #swap(): Promise<void> {
    const forth = this.#random(2) === 0;
    const paid = forth
      ? this.#money('BTC', '0.001', 300_000)
      : this.#money('USDC', '50', 200_000_000);
    const received = forth ? 'USDC' : 'BTC';
    const { credential } = this.#account.who;
    const quoted = await this.#api
      .must(
        swapCrypto,
        {
          sourceCurrencyId: paid.asset,
          targetCurrencyId: received,
          sourceCurrencyAmount: amountOf(paid),
        },
        { credential },
      )
      .catch(() => undefined);
    // A quote moves no money, so a lost one is not asked for again.
    if (!quoted) return this.#turn();
    const swap = (): Write => ({
      kind: 'swap',
      key: newKey(),
      quote: quoted.data.conversion_quote_id,
      paid,
      received: moneyOf(received, quoted.data.target_currency_amount),
    });
    // Sometimes the quote is used with two keys: only one of them may succeed.
    const both = this.#random(4) === 0 ? [swap(), swap()] : [swap()];
    await Promise.all(both.map((one) => this.#write(one)));
  }

  #withdraw(): Promise<void> {
    const total = this.#money('BTC', '0.00025', 100_000);
    return this.#write({ kind: 'withdraw', key: newKey(), total });
  }

  async #cancel(): Promise<void> {
    const { withdrawn } = this.#account;
    const one = withdrawn[this.#random(withdrawn.length || 1)];
    if (!one) return;
    await this.#until(() =>
      this.#ask({ kind: 'cancel', key: one.key }, (api) =>
        this.#call(api, cancelWithdrawal, { withdrawal_id: one.id }, () => ({ kind: 'done' })),
      ),
    );
  }

  /** Deposits in the sandbox. This call has no key: if its answer is lost, the deposit may have happened or not. */
  async #deposit(): Promise<void> {
    const money = this.#money('BTC', '0.0005', 100_000);
    const id = newKey();
    const { recorder, who } = this.#account;
    recorder.allow({ kind: 'credit', id, money });
    await this.#ask({ kind: 'deposit', id, money }, async ({ base }) => {
      await new Sandbox(base).deposit(who.email, money.asset, amountOf(money));
      return { kind: 'done' };
    });
  }
}
