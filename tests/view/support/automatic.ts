import { listRecurringBuys, type RecurringBuy } from '#core/contract/money/recurring-buys.ts';
import { listPriceAlerts, type PriceAlert } from '#core/contract/wallet/price-alerts.ts';
import { answer, type Said } from './answers.ts';

const DAY_MS = 86_400_000;

/** The calendar day so many days from now. */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** AU$200 of Bitcoin every week, next in two days: `over` says what a test is about. */
export const recurring = (over: Partial<RecurringBuy> = {}): RecurringBuy => ({
  buy_id: crypto.randomUUID(),
  currency_id: 'BTC',
  cash_id: 'AUD',
  amount: '200',
  every: 'weekly',
  state: 'active',
  next_on: dayIn(2),
  most_spread_bps: 50,
  runs: [],
  ...over,
});

export const planned = (...buys: readonly RecurringBuy[]): Said =>
  answer(listRecurringBuys, { data: [...buys], most_spread_bps: 50 });

/** Bitcoin above AU$145,000, by notification: `over` says what a test is about. */
export const alert = (over: Partial<PriceAlert> = {}): PriceAlert => ({
  alert_id: crypto.randomUUID(),
  currency_id: 'BTC',
  kind: 'above',
  value: '145000',
  money_id: 'AUD',
  channel: 'push',
  fired_at: null,
  ...over,
});

export const watched = (...alerts: readonly PriceAlert[]): Said =>
  answer(listPriceAlerts, { data: [...alerts] });
