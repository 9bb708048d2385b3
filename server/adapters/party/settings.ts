import type { AssetCode } from '#core/money/currencies.ts';
import type { AirwallexSettings } from '#server/adapters/bank/airwallex.ts';
import type { ExtendedKeySettings } from '#server/adapters/custody/extended-keys.ts';
import type { IncomingSettings } from '#server/adapters/custody/http-incoming.ts';
import type { RateCode } from '#server/adapters/forex/rate-band.ts';
import { countryCode } from '#server/adapters/geolocation/place.ts';
import type { SumsubSettings } from '#server/adapters/identity/sumsub.ts';
import type { SmtpSettings } from '#server/adapters/mail/smtp.ts';
import type { ProviderSettings } from '#server/adapters/market/coingecko.ts';
import type { PriceBand } from '#server/adapters/market/price-band.ts';
import type { MerchantGatewaySettings } from '#server/adapters/merchants/http-merchants.ts';
import type { HostedPageSettings } from '#server/adapters/payment/hosted-page.ts';
import type { ScreeningSettings } from '#server/adapters/screening/http-screening.ts';
import type { TravelRuleSettings } from '#server/adapters/travel-rule/http-travel-rule.ts';
import {
  checkParty,
  checkValues,
  type Env,
  type PartyName,
  partyNames,
  sandboxed,
} from './party-checks.ts';
import { readBands } from './price-settings.ts';

/** The settings of each real adapter; undefined: the sandbox twin is used. */
export interface PartySettings {
  readonly market: ProviderSettings | undefined;
  readonly forex: { readonly url: string; readonly secondUrl: string } | undefined;
  readonly geolocation: { readonly header: string; readonly maxMindFile: string } | undefined;
  readonly mail: SmtpSettings | undefined;
  readonly identity: SumsubSettings | undefined;
  readonly payment: HostedPageSettings | undefined;
  readonly custody: (ExtendedKeySettings & IncomingSettings) | undefined;
  readonly bank: AirwallexSettings | undefined;
  readonly merchants: MerchantGatewaySettings | undefined;
  readonly screening: ScreeningSettings | undefined;
  readonly travelRule: TravelRuleSettings | undefined;
  readonly sandboxCountry: string;
  readonly marketSeed: string;
  readonly priceBands: Readonly<Record<AssetCode, PriceBand>>;
  /** The same for exchange rates, by the currency's price in USD. */
  readonly rateBands: Readonly<Record<RateCode, PriceBand>>;
}

/** The parties that are simulated. */
export const simulated = (settings: PartySettings): readonly PartyName[] =>
  partyNames.filter((party) => settings[party] === undefined);

/**
 * Reads the parties' configuration (D31). All problems are reported at once; a half-configured real party is
 * refused, never replaced by its twin.
 */
export function readPartySettings(
  env: Env,
):
  | { readonly ok: true; readonly settings: PartySettings }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const sandbox = sandboxed(env.SANDBOX || 'on', problems);
  for (const party of partyNames) checkParty(party, sandbox.has(party), env, problems);
  checkValues(env, problems);
  const sandboxCountry = countryCode(env.SANDBOX_COUNTRY || 'AU');
  if (!sandboxCountry) problems.push('SANDBOX_COUNTRY must be a country code of two letters.');
  const { priceBands, rateBands } = readBands(env, problems);
  if (problems.length > 0 || !sandboxCountry) return { ok: false, problems };

  const value = (name: string): string => env[name] ?? '';
  const url = (name: string): string => value(name).replace(/\/$/, '');
  const real = <T>(party: PartyName, settings: T): T | undefined =>
    sandbox.has(party) ? undefined : settings;
  return {
    ok: true,
    settings: {
      sandboxCountry,
      marketSeed: env.MARKET_SEED || 'kopa',
      priceBands,
      rateBands,
      market: real('market', {
        baseUrl: url('MARKET_URL'),
        key: value('MARKET_KEY'),
        keyHeader: env.MARKET_KEY_HEADER || 'x-cg-demo-api-key',
      }),
      forex: real('forex', { url: value('FOREX_URL'), secondUrl: value('FOREX_SECOND_URL') }),
      geolocation: real('geolocation', {
        header: value('GEOLOCATION_HEADER'),
        maxMindFile: value('GEOLOCATION_MAXMIND_FILE'),
      }),
      mail: real('mail', { url: value('SMTP_URL'), from: value('MAIL_FROM') }),
      identity: real('identity', {
        baseUrl: url('SUMSUB_URL') || 'https://api.sumsub.com',
        appToken: value('SUMSUB_APP_TOKEN'),
        secretKey: value('SUMSUB_SECRET_KEY'),
        webhookSecret: value('SUMSUB_WEBHOOK_SECRET'),
        oldWebhookSecret: value('SUMSUB_WEBHOOK_SECRET_OLD'),
        levelName: value('SUMSUB_LEVEL'),
        againLevelName: value('SUMSUB_RECOVERY_LEVEL'),
      }),
      payment: real('payment', {
        baseUrl: url('PAYMENT_URL'),
        transactionsUrl: url('PAYMENT_TRANSACTIONS_URL'),
        reportsUrl: url('PAYMENT_REPORTS_URL'),
        shopId: value('PAYMENT_SHOP_ID'),
        secretKey: value('PAYMENT_SECRET_KEY'),
        publicKey: value('PAYMENT_PUBLIC_KEY'),
      }),
      custody: real('custody', {
        bitcoin: value('CUSTODY_BITCOIN_XPUB'),
        evm: value('CUSTODY_EVM_XPUB'),
        solanaAddressFile: value('CUSTODY_SOLANA_FILE'),
        xrpAddress: value('CUSTODY_XRP_ADDRESS'),
        baseUrl: url('CUSTODY_URL'),
        token: value('CUSTODY_TOKEN'),
        webhookSecret: value('CUSTODY_WEBHOOK_SECRET'),
        pollSeconds: Number(env.CUSTODY_POLL_SECONDS || '30'),
      }),
      bank: real('bank', {
        baseUrl: url('BANK_URL') || 'https://api.airwallex.com',
        clientId: value('BANK_CLIENT_ID'),
        apiKey: value('BANK_API_KEY'),
        webhookSecret: value('BANK_WEBHOOK_SECRET'),
        statements: env.BANK_STATEMENTS_URL
          ? { url: env.BANK_STATEMENTS_URL, token: value('BANK_STATEMENTS_TOKEN') }
          : undefined,
      }),
      merchants: real('merchants', { baseUrl: url('MERCHANTS_URL'), key: value('MERCHANTS_KEY') }),
      screening: real('screening', {
        baseUrl: url('SCREENING_URL'),
        key: value('SCREENING_KEY'),
        lists: env.SCREENING_LISTS || 'sanctions',
        most: Number(env.SCREENING_MOST || '100'),
      }),
      travelRule: real('travelRule', {
        baseUrl: url('TRAVEL_RULE_URL'),
        token: value('TRAVEL_RULE_TOKEN'),
      }),
    },
  };
}
