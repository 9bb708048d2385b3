import { setTimeout as pause } from 'node:timers/promises';
import type { QueryExecutorProvider } from 'kysely';
import type { Bank } from '#server/adapters/bank/bank.ts';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { ForexRates } from '#server/adapters/forex/forex.ts';
import type { AskedLocator, Locator } from '#server/adapters/geolocation/geolocation.ts';
import { placeOf } from '#server/adapters/geolocation/place.ts';
import type { IdentityProvider } from '#server/adapters/identity/identity.ts';
import type { Mailer } from '#server/adapters/mail/mail.ts';
import type { Market } from '#server/adapters/market/market.ts';
import type { MerchantGateway } from '#server/adapters/merchants/merchants.ts';
import type { PaymentGateway } from '#server/adapters/payment/payment.ts';
import type { Screening } from '#server/adapters/screening/screening.ts';
import type { TravelRule } from '#server/adapters/travel-rule/travel-rule.ts';
import { readSwitches, type TwinName } from './sandbox-switches.ts';

/** How long a slow party takes: noticeable for a person, and below every timeout. */
const SLOW_MS = 3_000;

/** The error of a twin that is down, where its real adapter would throw. It appears in the log. */
export class SimulatedOutage extends Error {
  override readonly name = 'SimulatedOutage';
}

/** Calls a twin; `silence` is what its real adapter returns without an answer. */
export type AskTwin = <A>(
  twin: TwinName,
  answer: () => A | Promise<A>,
  silence: () => A | Promise<A>,
) => Promise<A>;

/** Twins that are slow or down as chosen at `/sandbox` (EASE-21). */
export const troubledBy =
  (
    db: QueryExecutorProvider,
    wait: (ms: number) => Promise<unknown> = (ms) => pause(ms),
  ): AskTwin =>
  async (twin, answer, silence) => {
    const trouble = (await readSwitches(db)).troubles.get(twin);
    if (trouble === 'down') return silence();
    if (trouble === 'slow') await wait(SLOW_MS);
    return answer();
  };

export const troubledMarket = (market: Market, ask: AskTwin): Market => ({
  price: (asset) =>
    ask(
      'market',
      () => market.price(asset),
      () => undefined,
    ),
  newest: () =>
    ask(
      'market',
      () => market.newest(),
      () => [],
    ),
  tickers: () =>
    ask(
      'market',
      () => market.tickers(),
      () => new Map(),
    ),
  candles: (asset, range) =>
    ask(
      'market',
      () => market.candles(asset, range),
      () => undefined,
    ),
});

export const troubledForex = (forex: ForexRates, ask: AskTwin): ForexRates => {
  const silence = () => undefined;
  return {
    latest: () => ask('forex', forex.latest, silence),
    current: () => ask('forex', forex.current, silence),
    past: forex.past,
  };
};

export const troubledLocator = ({ locate }: Locator, ask: AskTwin): AskedLocator => ({
  locate: (visitor) =>
    ask(
      'geolocation',
      () => locate(visitor),
      () => placeOf(visitor.ip, undefined),
    ),
});

export const troubledMailer = (mailer: Mailer, ask: AskTwin): Mailer => ({
  deliver: (mail, id) =>
    ask(
      'mail',
      () => mailer.deliver(mail, id),
      () => Promise.reject(new SimulatedOutage()),
    ),
});

export const troubledIdentity = (identity: IdentityProvider, ask: AskTwin): IdentityProvider => {
  const silence = () => undefined;
  return {
    ...identity,
    accessToken: (...of) => ask('identity', () => identity.accessToken(...of), silence),
    review: (...of) => ask('identity', () => identity.review(...of), silence),
  };
};

export const troubledGateway = (gateway: PaymentGateway, ask: AskTwin): PaymentGateway => {
  const silence = () => undefined;
  const { list, settlement } = gateway;
  return {
    ...gateway,
    ...(settlement && {
      settlement: (day: string) => ask('payment', () => settlement(day), silence),
    }),
    disputes: (id) => ask('payment', () => gateway.disputes(id), silence),
    ...(list && { list: (cursor: string) => ask('payment', () => list(cursor), silence) }),
    open: (checkout) => ask('payment', () => gateway.open(checkout), silence),
    outcome: (token) => ask('payment', () => gateway.outcome(token), silence),
    close: (token) => ask('payment', () => gateway.close(token), silence),
    refund: (token, open) => ask('payment', () => gateway.refund(token, open), silence),
  };
};

/** The effect of an order to a silent custodian is unknown. */
export const troubledTransfers = (
  transfers: Transfers,
  ask: AskTwin,
  twin: 'custody' | 'bank' = 'custody',
): Transfers => {
  const silence = () => ({ kind: 'unknown' }) as const;
  return {
    ...transfers,
    send: (order) => ask(twin, () => transfers.send(order), silence),
    find: (reference) => ask(twin, () => transfers.find(reference), silence),
  };
};

export const troubledBank = (bank: Bank, ask: AskTwin): Bank => {
  const silence = () => undefined;
  const { statement } = bank;
  return {
    ...bank,
    ...(statement && { statement: (day) => ask('bank', () => statement(day), silence) }),
    payouts: troubledTransfers(bank.payouts, ask, 'bank'),
    payee: (question) => ask('bank', () => bank.payee(question), silence),
    openAccount: (owner) => ask('bank', () => bank.openAccount(owner), silence),
    account: (id, owner) => ask('bank', () => bank.account(id, owner), silence),
    transfers: (from) => ask('bank', () => bank.transfers(from), silence),
    transfer: (id) => ask('bank', () => bank.transfer(id), silence),
    giveBack: (...of) => ask('bank', () => bank.giveBack(...of), silence),
    isGivenBack: (id) => ask('bank', () => bank.isGivenBack(id), silence),
  };
};

export const troubledMerchants = (merchants: MerchantGateway, ask: AskTwin): MerchantGateway => ({
  list: (request) =>
    ask(
      'merchants',
      () => merchants.list(request),
      () => undefined,
    ),
});

export const troubledScreening = (screening: Screening, ask: AskTwin): Screening => {
  const silence = () => undefined;
  return {
    most: screening.most,
    screen: (question) => ask('screening', () => screening.screen(question), silence),
    screenAll: (questions) => ask('screening', () => screening.screenAll(questions), silence),
    version: () => ask('screening', () => screening.version(), silence),
  };
};

export const troubledTravelRule = (travelRule: TravelRule, ask: AskTwin): TravelRule => {
  const silence = () => undefined;
  return {
    graceSeconds: travelRule.graceSeconds,
    handOver: (transfer) => ask('travelRule', () => travelRule.handOver(transfer), silence),
    received: (transfer) => ask('travelRule', () => travelRule.received(transfer), silence),
  };
};
