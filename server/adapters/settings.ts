import { readFileSync } from 'node:fs';
import type { ExtendedKeySettings } from './custody/extended-keys.ts';
import { countryCode } from './geolocation/place.ts';
import type { SumsubSettings } from './identity/sumsub.ts';
import type { SmtpSettings } from './mail/smtp.ts';
import type { ProviderSettings } from './market/coingecko.ts';
import type { HostedPageSettings } from './payment/hosted-page.ts';

/** The third parties (D4), each with a real adapter and a sandbox twin. */
export const partyNames = [
  'market',
  'forex',
  'geolocation',
  'mail',
  'identity',
  'payment',
  'custody',
] as const;
export type PartyName = (typeof partyNames)[number];

/** Settings of each real adapter; undefined: the sandbox twin stands in. */
export interface PartySettings {
  readonly market: ProviderSettings | undefined;
  readonly forex: { readonly url: string } | undefined;
  readonly geolocation: { readonly header: string; readonly maxMindFile: string } | undefined;
  readonly mail: SmtpSettings | undefined;
  readonly identity: SumsubSettings | undefined;
  readonly payment: HostedPageSettings | undefined;
  readonly custody: ExtendedKeySettings | undefined;
  readonly sandboxCountry: string;
  readonly marketSeed: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The variables of each real adapter. One that is not optional must be set with the others. */
const variables: Readonly<Record<PartyName, Readonly<Record<string, 'needed' | 'optional'>>>> = {
  market: { MARKET_URL: 'needed', MARKET_KEY: 'optional', MARKET_KEY_HEADER: 'optional' },
  forex: { FOREX_URL: 'needed' },
  geolocation: { GEOLOCATION_HEADER: 'optional', GEOLOCATION_MAXMIND_FILE: 'optional' },
  mail: { SMTP_URL: 'needed', MAIL_FROM: 'needed' },
  identity: {
    SUMSUB_URL: 'optional',
    SUMSUB_APP_TOKEN: 'needed',
    SUMSUB_SECRET_KEY: 'needed',
    SUMSUB_WEBHOOK_SECRET: 'needed',
    SUMSUB_LEVEL: 'needed',
  },
  payment: { PAYMENT_URL: 'needed', PAYMENT_SHOP_ID: 'needed', PAYMENT_SECRET_KEY: 'needed' },
  custody: {
    CUSTODY_BITCOIN_XPUB: 'optional',
    CUSTODY_EVM_XPUB: 'optional',
    CUSTODY_SOLANA_FILE: 'optional',
    CUSTODY_XRP_ADDRESS: 'optional',
  },
};

/** Which parties are played by their sandbox twin: `on` all, `off` none, or their names. */
function sandboxed(text: string, problems: string[]): ReadonlySet<PartyName> {
  if (text === 'on') return new Set(partyNames);
  if (text === 'off') return new Set();
  const names = text.split(',').map((name) => name.trim());
  const known = partyNames.filter((name) => names.includes(name));
  if (known.length !== names.length) {
    problems.push(`SANDBOX must be on, off, or names out of ${partyNames.join(', ')}.`);
  }
  return new Set(known);
}

function checkParty(party: PartyName, inSandbox: boolean, env: Env, problems: string[]): void {
  const all = Object.entries(variables[party]);
  const set = all.filter(([name]) => env[name]).map(([name]) => name);
  if (inSandbox) {
    if (set.length > 0) {
      problems.push(
        `${set.join(', ')} would use the real ${party} party, but SANDBOX keeps it in the sandbox: set SANDBOX=off, or name in SANDBOX only the parties that stay.`,
      );
    }
    return;
  }
  const missing = all.filter(([name, need]) => need === 'needed' && !env[name]);
  if (missing.length > 0) {
    problems.push(`The real ${party} party needs ${missing.map(([name]) => name).join(', ')}.`);
  } else if (set.length === 0) {
    problems.push(`The real ${party} party needs one of ${all.map(([name]) => name).join(', ')}.`);
  }
}

function checkUrls(env: Env, problems: string[]): void {
  for (const name of ['MARKET_URL', 'FOREX_URL', 'SUMSUB_URL', 'PAYMENT_URL']) {
    const url = env[name];
    if (!url) continue;
    const parsed = URL.parse(url);
    const local = parsed?.hostname === 'localhost' || parsed?.hostname === '127.0.0.1';
    if (parsed?.protocol !== 'https:' && !(local && parsed?.protocol === 'http:')) {
      problems.push(`${name} must be an https address.`);
    }
  }
  for (const name of ['GEOLOCATION_MAXMIND_FILE', 'CUSTODY_SOLANA_FILE']) {
    const file = env[name];
    if (!file) continue;
    try {
      readFileSync(file);
    } catch {
      problems.push(`${name} names a file that cannot be read.`);
    }
  }
}

/**
 * The parties' part of the configuration (D31). What is wrong is named, all at once; a real party
 * that is half configured is refused, never replaced by its twin.
 */
export function readPartySettings(
  env: Env,
):
  | { readonly ok: true; readonly settings: PartySettings }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const sandbox = sandboxed(env.SANDBOX || 'on', problems);
  for (const party of partyNames) checkParty(party, sandbox.has(party), env, problems);
  checkUrls(env, problems);
  const sandboxCountry = countryCode(env.SANDBOX_COUNTRY || 'AU');
  if (!sandboxCountry) problems.push('SANDBOX_COUNTRY must be a country code of two letters.');
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
      market: real('market', {
        baseUrl: url('MARKET_URL'),
        key: value('MARKET_KEY'),
        keyHeader: env.MARKET_KEY_HEADER || 'x-cg-demo-api-key',
      }),
      forex: real('forex', { url: value('FOREX_URL') }),
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
        levelName: value('SUMSUB_LEVEL'),
      }),
      payment: real('payment', {
        baseUrl: url('PAYMENT_URL'),
        shopId: value('PAYMENT_SHOP_ID'),
        secretKey: value('PAYMENT_SECRET_KEY'),
      }),
      custody: real('custody', {
        bitcoin: value('CUSTODY_BITCOIN_XPUB'),
        evm: value('CUSTODY_EVM_XPUB'),
        solanaAddressFile: value('CUSTODY_SOLANA_FILE'),
        xrpAddress: value('CUSTODY_XRP_ADDRESS'),
      }),
    },
  };
}
