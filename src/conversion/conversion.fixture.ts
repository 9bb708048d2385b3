import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import { fakeTime, flushed } from '#platform/time/fake-time.fixture.ts';
import type {
  Checked,
  ConfirmAnswer,
  Confirmed,
  ConversionIntent,
  QuoteAnswer,
} from './conversion-deps.ts';
import { createConversion } from './machine.ts';
import { type ConversionRules, type ConversionSummary, swapRules } from './rules.ts';

/** An in-memory replacement for conversion-wiring.ts: the test advances the time and chooses the answers. */

export const quoteAnswer = (id: string, at: number, received = '64000.5'): QuoteAnswer => ({
  status: 'success',
  data: {
    conversion_quote_id: id,
    source_currency_amount: '1',
    target_currency_amount: received,
    rate: received,
    spread_bps: 50,
    expires_at: new Date(at + 10_000).toISOString(),
    server_time: new Date(at).toISOString(),
  },
});

export const confirmAnswer: ConfirmAnswer = {
  status: 'success',
  data: {
    operation_id: 'op',
    source_currency_id: 'BTC',
    source_currency_amount: '1',
    target_currency_id: 'USDT',
    target_currency_amount: '64000.5',
    created_at: '2026-05-13T10:42:01Z',
  },
};

export const refusal = (message: string): Failure => ({
  kind: 'refused',
  status: 422,
  refusal: { status: 'error', code: 'INVALID_INPUT', message },
});
export const refused = (message: string) => fail(refusal(message));

const pairs = [
  'BTC>USDT',
  'BTC>USDC',
  'BTC>ETH',
  'SOL>USDC',
  'ETH>BTC',
  'USDC>SOL',
  'USDT>BTC',
  'USDC>BTC',
];

export interface WorldOptions {
  /**
   * Available amounts by code, or a function that loads them; undefined: no answer and no snapshot.
   */
  balances?: Record<string, string> | (() => Promise<Record<string, string>>) | undefined;
  /** Whether only the device's kept copy of the balances is known. */
  unanswered?: () => boolean;
  quote?: (now: number) => Promise<Outcome<QuoteAnswer>>;
  confirm?: () => Promise<Confirmed>;
  check?: () => Promise<Checked>;
  open?: ConversionSummary[];
  rules?: ConversionRules;
  /** What the page is about. */
  asset?: string;
}

export function fakeWorld(options: WorldOptions) {
  const time = fakeTime(Date.parse('2026-05-13T10:42:00Z'));
  const balances =
    'balances' in options ? options.balances : { BTC: '2', ETH: '2', SOL: '200', USDC: '200' };
  const open = (options.open ?? []).map((summary) => intentOf(summary));

  function intentOf(summary: ConversionSummary): ConversionIntent {
    const close = <T extends { kind: string }>(result: T): T => {
      if (result.kind !== 'unknown') open.splice(open.indexOf(intent), 1);
      return result;
    };
    const intent: ConversionIntent = {
      summary,
      async send({ conversionQuoteId, userId, insteadOfQuoteId }) {
        open.push(intent);
        const instead = insteadOfQuoteId === undefined ? '' : ` instead of ${insteadOfQuoteId}`;
        world.confirms.push(`${conversionQuoteId} ${userId}${instead}`);
        const done: Confirmed = { kind: 'done', value: confirmAnswer };
        return close(options.confirm ? await options.confirm() : done);
      },
      async check() {
        const never: Checked = { kind: 'never' };
        return close(options.check ? await options.check() : never);
      },
    };
    return intent;
  }

  const world = {
    time,
    open,
    attended: true,
    held: 0,
    quotes: [] as string[],
    confirms: [] as string[],
    balanceLoads: 0,
    announced: [] as string[],
    rules: options.rules ?? swapRules,
    swap: undefined as unknown as ReturnType<typeof createConversion>,
  };
  world.swap = createConversion(
    {
      now: time.now,
      uptime: time.now,
      after: time.after,
      attended: () => world.attended,
      userId: () => 'user-1',
      async quote(source, target, amount) {
        world.quotes.push(`${source}>${target} ${amount}`);
        const answer = ok(quoteAnswer(`quote-${world.quotes.length}`, time.now()));
        return options.quote?.(time.now()) ?? answer;
      },
      connectionText: (failure) => `${failure.kind} text`,
      newIntent: intentOf,
      openIntents: () => [...open],
      instruments: async () =>
        ok(
          pairs.map((pair) => {
            const [base = '', quote = ''] = pair.split('>');
            return {
              instrument_id: pair,
              is_active: 'on',
              base_currency_id: base,
              quote_currency_id: quote,
              min_quantity: '0.001',
            };
          }),
        ),
      async balances(show) {
        world.balanceLoads += 1;
        if (!balances) return false;
        const known = typeof balances === 'function' ? await balances() : balances;
        const entries = Object.entries(known).map(([code, amount]) =>
          walletEntry(code, { free_balance: amount }),
        );
        show(entries, new Date(time.now()), options.unanswered?.() ?? false);
        return true;
      },
      hold() {
        world.held += 1;
        return () => {
          world.held -= 1;
        };
      },
      announce: (kind, text) => world.announced.push(`${kind}: ${text}`),
    },
    world.rules,
    'AUD',
    options.asset,
  );
  return world;
}

/** A form with a live quote for 1 BTC. */
export async function quoted(options: WorldOptions = {}) {
  const world = fakeWorld(options);
  world.swap.start();
  await flushed();
  world.swap.type('1');
  await world.time.advance(1_000);
  return world;
}
