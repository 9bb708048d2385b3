import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The third parties (D4), each with a real adapter and a sandbox twin. */
export const partyNames = [
  'market',
  'forex',
  'geolocation',
  'mail',
  'identity',
  'payment',
  'custody',
  'bank',
  'merchants',
  'screening',
  'travelRule',
] as const;
export type PartyName = (typeof partyNames)[number];

export type Env = Readonly<Record<string, string | undefined>>;

/** The environment variables of each real adapter. The needed ones must be set together. */
const variables: Readonly<Record<PartyName, Readonly<Record<string, 'needed' | 'optional'>>>> = {
  market: { MARKET_URL: 'needed', MARKET_KEY: 'optional', MARKET_KEY_HEADER: 'optional' },
  forex: { FOREX_URL: 'needed', FOREX_SECOND_URL: 'optional' },
  geolocation: { GEOLOCATION_HEADER: 'optional', GEOLOCATION_MAXMIND_FILE: 'optional' },
  mail: { SMTP_URL: 'needed', MAIL_FROM: 'needed' },
  identity: {
    SUMSUB_URL: 'optional',
    SUMSUB_APP_TOKEN: 'needed',
    SUMSUB_SECRET_KEY: 'needed',
    SUMSUB_WEBHOOK_SECRET: 'needed',
    SUMSUB_WEBHOOK_SECRET_OLD: 'optional',
    SUMSUB_LEVEL: 'needed',
    SUMSUB_RECOVERY_LEVEL: 'needed',
  },
  payment: {
    PAYMENT_URL: 'needed',
    PAYMENT_TRANSACTIONS_URL: 'needed',
    PAYMENT_REPORTS_URL: 'optional',
    PAYMENT_SHOP_ID: 'needed',
    PAYMENT_SECRET_KEY: 'needed',
    PAYMENT_PUBLIC_KEY: 'optional',
  },
  custody: {
    CUSTODY_URL: 'needed',
    CUSTODY_TOKEN: 'needed',
    CUSTODY_WEBHOOK_SECRET: 'optional',
    CUSTODY_POLL_SECONDS: 'optional',
    CUSTODY_BITCOIN_XPUB: 'optional',
    CUSTODY_EVM_XPUB: 'optional',
    CUSTODY_SOLANA_FILE: 'optional',
    CUSTODY_XRP_ADDRESS: 'optional',
  },
  bank: {
    BANK_URL: 'optional',
    BANK_CLIENT_ID: 'needed',
    BANK_API_KEY: 'needed',
    BANK_WEBHOOK_SECRET: 'needed',
    BANK_STATEMENTS_URL: 'optional',
    BANK_STATEMENTS_TOKEN: 'optional',
  },
  merchants: { MERCHANTS_URL: 'needed', MERCHANTS_KEY: 'needed' },
  screening: {
    SCREENING_URL: 'needed',
    SCREENING_KEY: 'optional',
    SCREENING_LISTS: 'optional',
    SCREENING_MOST: 'optional',
  },
  travelRule: { TRAVEL_RULE_URL: 'needed', TRAVEL_RULE_TOKEN: 'needed' },
};

/** Who has none of them has no merchants, which is no fault. */
const canBeLeftOut: ReadonlySet<PartyName> = new Set<PartyName>(['merchants']);

/** Reads which parties are simulated: `on` all, `off` none, or a list of names. */
export function sandboxed(text: string, problems: string[]): ReadonlySet<PartyName> {
  if (text === 'on') return new Set(partyNames);
  if (text === 'off') return new Set();
  const names = text.split(',').map((name) => name.trim());
  const known = partyNames.filter((name) => names.includes(name));
  if (known.length !== names.length) {
    problems.push(`SANDBOX must be on, off, or names from ${partyNames.join(', ')}.`);
  }
  return new Set(known);
}

export function checkParty(
  party: PartyName,
  inSandbox: boolean,
  env: Env,
  problems: string[],
): void {
  const all = Object.entries(variables[party]);
  const set = all.filter(([name]) => env[name]).map(([name]) => name);
  if (inSandbox) {
    if (set.length > 0) {
      problems.push(
        `${set.join(', ')} would use the real ${party} party, but SANDBOX keeps it in the sandbox: set SANDBOX=off, or list in SANDBOX only the parties that stay simulated.`,
      );
    }
    return;
  }
  if (set.length === 0 && canBeLeftOut.has(party)) return;
  // A secret of blanks would sign what anybody can sign.
  const blank = set.filter((name) => env[name]?.trim() === '');
  if (blank.length > 0) problems.push(`${blank.join(', ')} must not be blank.`);
  const missing = all.filter(([name, need]) => need === 'needed' && !env[name]);
  if (missing.length > 0) {
    problems.push(`The real ${party} party needs ${missing.map(([name]) => name).join(', ')}.`);
  } else if (set.length === 0) {
    problems.push(`The real ${party} party needs one of ${all.map(([name]) => name).join(', ')}.`);
  }
}

function isPublicKey(base64: string): boolean {
  try {
    const key = { key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' } as const;
    return createPublicKey(key).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

export function checkValues(env: Env, problems: string[]): void {
  for (const name of [
    'MARKET_URL',
    'FOREX_URL',
    'FOREX_SECOND_URL',
    'SUMSUB_URL',
    'PAYMENT_URL',
    'MERCHANTS_URL',
    'CUSTODY_URL',
    'SCREENING_URL',
    'TRAVEL_RULE_URL',
    'BANK_URL',
    'BANK_STATEMENTS_URL',
  ]) {
    const url = env[name];
    if (!url) continue;
    const parsed = URL.parse(url);
    const local = parsed?.hostname === 'localhost' || parsed?.hostname === '127.0.0.1';
    if (parsed?.protocol !== 'https:' && !(local && parsed?.protocol === 'http:')) {
      problems.push(`${name} must be an https address.`);
    }
  }
  const statements = env.BANK_STATEMENTS_URL;
  if (statements && !statements.includes('{day}')) {
    problems.push('BANK_STATEMENTS_URL must have {day} where the day stands, as in 2026-01-31.');
  }
  if (!statements !== !env.BANK_STATEMENTS_TOKEN) {
    problems.push(
      'BANK_STATEMENTS_URL and BANK_STATEMENTS_TOKEN must be set together or not at all.',
    );
  }
  const key = env.PAYMENT_PUBLIC_KEY;
  if (key && !isPublicKey(key)) {
    problems.push('PAYMENT_PUBLIC_KEY must be an RSA public key, base64 of its DER.');
  }
  const seconds = env.CUSTODY_POLL_SECONDS;
  if (seconds && !(/^\d{1,4}$/.test(seconds) && Number(seconds) >= 5 && Number(seconds) <= 3600)) {
    problems.push('CUSTODY_POLL_SECONDS must be a whole number from 5 to 3600.');
  }
  const most = env.SCREENING_MOST;
  if (most && !(/^\d{1,4}$/.test(most) && Number(most) >= 1 && Number(most) <= 1000)) {
    problems.push('SCREENING_MOST must be a whole number from 1 to 1000.');
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
