import type { PartyName } from './adapters/party/party-checks.ts';
import type { SettingName } from './config.ts';

/** What an operator reads about a setting in docs/operating/configuration.md, in Markdown. */
export interface Described {
  readonly what: string;
  /** What counts if it is not set, where that is not the value that config.ts has for it. */
  readonly fallback?: string;
}

/** Every setting, in the order in which they are read about. */
export const settings: Readonly<Record<SettingName | 'HEADERS_VERSION', Described>> = {
  PORT: { what: 'port to listen on' },
  HOST: { what: 'address to listen on', fallback: 'all, or with a sandbox on, `127.0.0.1`' },
  ALLOW_DEMO: {
    what: '`yes` for a public demonstration: a production server then starts with sandboxes, demo data and development keys, and says on every page that it is one',
  },
  METRICS_PORT: {
    what: 'port for Prometheus, which reads `/metrics` there and nowhere else; empty: no metrics ([telemetry.md](telemetry.md))',
  },
  METRICS_HOST: { what: 'address of that port; metrics have no password' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    what: 'collector that traces are sent to by OTLP over HTTP; empty: none are made',
  },
  DATA_DIR: { what: 'directory of the embedded database' },
  SITE_DIR: {
    what: 'directory of the built site; the server does not start if it is incomplete, or was built with another transport key. `none`: pages are served elsewhere',
    fallback: '`./dist`',
  },
  DRAIN_SECONDS: {
    what: 'how long a server that was told to stop goes on serving while `/readyz` says that it is not ready, so that the proxy notices',
    fallback: '5 behind a proxy, else 0',
  },
  DATABASE_URL: { what: 'PostgreSQL, `postgres://…`; empty is the embedded database' },
  DATABASE_LISTEN_URL: {
    what: 'the same database past every pooler: the operator’s commands take their connection there, and each server keeps one connection there, on which it hears of changes for the pages that are open ([live.md](live.md))',
    fallback: 'as `DATABASE_URL`',
  },
  SEED: { what: '`demo` or `none`' },
  TRUST_PROXY: {
    what: '`on` behind a proxy that sets `X-Forwarded-For` and `X-Forwarded-Proto`; the number of proxies if there are several, a CDN included, or their networks (`10.0.0.0/8, 2001:db8::/32`), which also covers visitors who come past the CDN; its `X-Request-Id`, if it sets one, is then the reference in the log and in error answers, and its `traceparent` is carried on',
  },
  LIMIT_PER_ADDRESS: {
    what: 'attempts at signing in, registering and codes allowed in five minutes from one address (for IPv6, one /64 network; a /56 has four times as many, a /48 twenty times); all anonymous calls together, token renewals included, are allowed twenty times as many',
  },
  CALLS_AT_ONCE: {
    what: 'calls that one process serves at the same time before the first kind of them gives way; none is admitted beyond twice as many ([overload.md](overload.md))',
  },
  RECOVERY_WAIT_HOURS: {
    what: 'from a passed identity check to the removal of a lost second factor; at least 24 in production',
  },
  ALARM_WRONG_CODES: {
    what: 'wrong mailed codes in ten minutes, over all accounts, from which on the log has the line `unusually many wrong codes`, once in ten minutes: somebody may be guessing ([SECURITY.md](../../SECURITY.md))',
  },
  UNVERIFIED_TOTAL: {
    what: 'what a customer without an approved identity check buys by card within 30 days at most, in whole units of their currency',
  },
  SCREENING_CUSTOMERS_PER_DAY: {
    what: 'how many customers are asked about again within 24 hours after the lists of sanctions have changed; `0`: all at once ([screening.md](../screening.md))',
  },
  BANK_TRANSFER_MOST: {
    what: 'a transfer from a bank of more whole units waits until an officer has released it',
  },
  PRICE_BANDS: {
    what: 'how far each price and exchange rate may move before a second reading or an operator has to confirm it',
    fallback: 'the table of [trading.md](trading.md#settings)',
  },
  EXPOSURE_CAPS: {
    what: 'by how much money the position in each asset may change within a minute, in USD',
    fallback: 'the table of [trading.md](trading.md#settings)',
  },
  FAST_MARKET: { what: 'while a price moves far: `widen` the spread, or `pause` the asset' },
  FAST_SPREAD_BPS: { what: 'the spread meanwhile, in basis points; 25 is the usual one' },
  RATE_MOST_HOURS: { what: 'after so many hours nothing is exchanged by an exchange rate' },
  CASH_STABLE_CAP: {
    what: 'USD that a customer exchanges between cash and stable coins within 24 hours',
  },
  TRANSPORT_KEY: {
    what: 'key of the body envelope: 16, 24 or 32 bytes, in hex; the same for the build and the server',
    fallback: 'development value',
  },
  TRANSPORT_IV: {
    what: 'its IV: 16 bytes, in hex; the same for the build and the server',
    fallback: 'development value',
  },
  TRANSPORT_KEY_OLD: {
    what: 'the previous key, still accepted so that open pages of the last build keep working; together with its IV',
  },
  TRANSPORT_IV_OLD: { what: 'the IV of that key' },
  SECRETS_KEY: {
    what: 'seals what the database must not reveal (second factors, queued mails, the private key for Web Push): 32 bytes, in hex',
    fallback: 'development value',
  },
  SECRETS_KEY_OLD: {
    what: 'other keys, separated by commas: each opens what it sealed, and seals nothing itself ([rotate-keys.md](rotate-keys.md))',
  },
  ARCHIVE_KEY: {
    what: 'the same for what is kept of closed accounts',
    fallback: 'development value',
  },
  ARCHIVE_KEY_OLD: { what: 'earlier ones of those, separated by commas' },
  PUBLIC_URL: {
    what: 'where customers reach the product; links in mails start with it. While a sandbox is on, requests for any other host are refused, except for `localhost`, `127.0.0.1` and `[::1]`',
    fallback: '`http://localhost:PORT`',
  },
  SANDBOX: {
    what: 'which parties are simulated: `on` (all), `off` (none), or their names separated by commas',
    fallback: '`on`',
  },
  SANDBOX_COUNTRY: { what: 'the country the sandbox says visitors are in', fallback: '`AU`' },
  MARKET_SEED: { what: 'random seed of the simulated market', fallback: '`kopa`' },
  HEADERS_VERSION: {
    what: 'build only: a new value makes installed apps fetch the pages and their headers again ([deploying](../deploying.md))',
  },
};

/** The settings of each third party: what each is, and where its notices come in. */
export const partySettings: Readonly<Record<PartyName, string>> = {
  market: '`MARKET_URL`, `MARKET_KEY`, `MARKET_KEY_HEADER`',
  forex:
    '`FOREX_URL`: `{"base":"USD","date":"2026-01-31","timestamp":1769875200,"rates":{"EUR":0.96,…}}`, asked every five minutes; without `timestamp` a rate counts from the beginning of its day, and cash is dear ([trading.md](trading.md)); `FOREX_SECOND_URL`, another service of the same form, which has to agree within 1 %',
  geolocation: '`GEOLOCATION_HEADER` (set by the CDN) or `GEOLOCATION_MAXMIND_FILE`',
  mail: '`SMTP_URL`, `MAIL_FROM`',
  identity:
    '`SUMSUB_APP_TOKEN`, `SUMSUB_SECRET_KEY`, `SUMSUB_WEBHOOK_SECRET` (and, while it changes, `SUMSUB_WEBHOOK_SECRET_OLD`), `SUMSUB_LEVEL`, `SUMSUB_RECOVERY_LEVEL` (an action level that compares with the first check), `SUMSUB_URL`; the provider sends its notices to `/webhooks/identity`',
  payment:
    '`PAYMENT_URL`, `PAYMENT_TRANSACTIONS_URL` (the host on which refunds are asked for, at `/transactions`, and purchases looked up, at `/v2/transactions`), `PAYMENT_REPORTS_URL` (the provider’s reports, by which the books are compared with what was paid, given back, disputed and settled; without it they are not), `PAYMENT_SHOP_ID`, `PAYMENT_SECRET_KEY`; with `PAYMENT_PUBLIC_KEY`, the provider’s notices are accepted at `/webhooks/payment`',
  custody:
    '`CUSTODY_URL`, `CUSTODY_TOKEN`: the custodian’s service, which sends withdrawals and reports deposits ([custody.md](../custody.md)); `CUSTODY_BITCOIN_XPUB`, `CUSTODY_EVM_XPUB`, `CUSTODY_SOLANA_FILE`, `CUSTODY_XRP_ADDRESS` for deposit addresses; with `CUSTODY_WEBHOOK_SECRET`, its notices are accepted at `/webhooks/custody`; without a notice it is polled every `CUSTODY_POLL_SECONDS` (30)',
  screening:
    '`SCREENING_URL`, `SCREENING_KEY`, `SCREENING_LISTS` (`sanctions`), `SCREENING_MOST` (`100`, in one request): who looks up customers, recipients and senders on lists of sanctions ([screening.md](../screening.md))',
  travelRule:
    '`TRAVEL_RULE_URL`, `TRAVEL_RULE_TOKEN`: who carries originator and beneficiary to other providers, and from them ([travel-rule.md](../travel-rule.md))',
  bank: '`BANK_CLIENT_ID`, `BANK_API_KEY`, `BANK_WEBHOOK_SECRET`, `BANK_URL`: Airwallex, which receives customers’ bank transfers and pays cash out after it has asked whose account it is (`verify_account`); it sends its notices (`deposit.*`) to `/webhooks/bank`, and is asked every 30 seconds without them; with `BANK_STATEMENTS_URL` (in it, `{day}` stands for a day like 2026-01-31) and `BANK_STATEMENTS_TOKEN` (sent as a bearer token), each day’s statement is read from there as camt.053, once the day is over in UTC, and held against the books',
  merchants:
    '`MERCHANTS_URL`, `MERCHANTS_KEY`, if there are merchants: the gateway from which admins list merchants’ transactions; without both, admins see none; the merchants themselves are in the table `merchants`',
};
