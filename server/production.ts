import { developmentKey } from '#core/envelope/development-key.ts';
import { operator } from '#core/operator.ts';
import { type Env, sandboxed } from '#server/adapters/party/party-checks.ts';
import type { PartySettings } from '#server/adapters/party/settings.ts';
import { LEAST_RECOVERY_HOURS } from '#server/policy.ts';

/** Publicly known: for development only. */
export const DEVELOPMENT_SECRETS_KEY =
  '6b6f70612d646576656c6f706d656e742d736563726574732d6b65792d303031';

/** Publicly known, too. */
export const DEVELOPMENT_ARCHIVE_KEY =
  '6b6f70612d646576656c6f706d656e742d617263686976652d6b65792d303031';

/** Where customers and others write to, as the build has it. */
export interface Contacts {
  readonly supportEmail: string;
  readonly privacyEmail: string;
  readonly securityEmail: string;
  readonly complaintsEmail: string;
}

export const contactsOfBuild: Contacts = {
  supportEmail: operator.supportEmail,
  privacyEmail: operator.privacyEmail,
  securityEmail: operator.securityEmail,
  complaintsEmail: operator.complaintsEmail,
};

const isHttps = (url: string | undefined): boolean =>
  url !== undefined && URL.parse(url)?.protocol === 'https:';

/**
 * What makes this a production server; undefined: it is none. One is what it is, not what a word says:
 * otherwise a slip in `NODE_ENV` would let real money run on public keys.
 */
export function productionBy(env: Env): string | undefined {
  if (env.NODE_ENV === 'production') return 'NODE_ENV=production';
  if (env.SANDBOX === 'off') return 'SANDBOX=off';
  if (isHttps(env.PUBLIC_URL) && env.ALLOW_DEMO !== 'yes') return 'an https PUBLIC_URL';
  return undefined;
}

const isOneOf = (text: string | undefined, ...values: readonly string[]): boolean =>
  text !== undefined && values.includes(text.toLowerCase());

/** Fewer different bytes than any random key of 16 bytes or more has in practice. */
const FEW_BYTES = 8;

/** Whether a key is one repeated byte or a short repeated pattern, which nothing random made. */
const isRepeated = (hex: string): boolean =>
  hex.length >= 32 && new Set(hex.toLowerCase().match(/../g)).size < FEW_BYTES;

const keyNames = ['SECRETS_KEY', 'ARCHIVE_KEY', 'TRANSPORT_KEY'] as const;

/** Keys that nothing random made, or that are the same as another. A missing one is named elsewhere. */
function weakKeys(env: Env): readonly string[] {
  const keys = keyNames.map((name) => ({ name, key: env[name]?.toLowerCase() ?? '' }));
  const repeated = keys.filter(({ key }) => isRepeated(key));
  const same = keys.flatMap(({ name, key }, i) =>
    keys
      .slice(i + 1)
      .filter((other) => key !== '' && key === other.key)
      .map((other) => `${name} and ${other.name}`),
  );
  return [
    ...repeated.map(
      ({ name }) => `${name} repeats a few bytes: anyone could guess it. Make a random one.`,
    ),
    ...same.map(
      (names) =>
        `${names} are the same key: make another, so that losing one opens only one thing.`,
    ),
  ];
}

/** Names that nobody outside can own or resolve (RFC 2606). */
const isPlaceholder = (email: string): boolean =>
  /(?:^|[@.])(?:test|example|invalid|localhost|example\.(?:com|net|org))$/i.test(email.trim());

/**
 * Whether what is sent to this host leaves the network of the machine's own containers. A name without a dot
 * leads to one of these; a path is a socket of the machine.
 */
function isElsewhere(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return (
    name !== '' &&
    !name.startsWith('/') &&
    !/^127\./.test(name) &&
    /[.:]/.test(name) &&
    name !== '::1'
  );
}

/** `smtp:` takes TLS only if the other side offers it, which somebody in between can hide. */
function mailWithoutTls(text: string | undefined): boolean {
  const url = URL.parse(text ?? '');
  return (
    url?.protocol === 'smtp:' &&
    isElsewhere(url.hostname) &&
    !isOneOf(url.searchParams.get('requireTLS') ?? '', 'true')
  );
}

/** The client encrypts only if it is told to. */
function databaseWithoutTls(text: string | undefined): boolean {
  const url = URL.parse(text ?? '');
  if (!url) return false;
  const { searchParams } = url;
  const encrypted =
    isOneOf(searchParams.get('ssl') ?? '', 'true', '1') ||
    isOneOf(searchParams.get('sslmode') ?? '', 'prefer', 'require', 'verify-ca', 'verify-full');
  return !encrypted && isElsewhere(searchParams.get('host') ?? decodeURIComponent(url.hostname));
}

function tracesWithoutTls(text: string | undefined): boolean {
  const url = URL.parse(text ?? '');
  return url?.protocol === 'http:' && isElsewhere(url.hostname);
}

/** Settings that would open a production server to everybody, by the names of their variables. */
export function dangersOf(env: Env, contacts: Contacts): readonly string[] {
  const played = [...sandboxed(env.SANDBOX || 'on', [])];
  const { key, iv } = developmentKey;
  const placeholders = Object.entries(contacts).filter(([, email]) => isPlaceholder(email));
  return [
    ...(played.length > 0
      ? [
          `Simulated by the sandbox, which anyone who reaches /sandbox can control: ${played.join(', ')}. Set SANDBOX=off.`,
        ]
      : []),
    ...((env.SEED ?? 'demo') === 'demo'
      ? ['SEED=demo fills an empty database with accounts whose password is public: set SEED=none.']
      : []),
    ...(isOneOf(env.TRANSPORT_KEY ?? key, key) || isOneOf(env.TRANSPORT_IV ?? iv, iv)
      ? ['TRANSPORT_KEY and TRANSPORT_IV have their development values.']
      : []),
    ...(isOneOf(env.SECRETS_KEY ?? DEVELOPMENT_SECRETS_KEY, DEVELOPMENT_SECRETS_KEY)
      ? ['SECRETS_KEY has its development value: second factors are as good as unsealed.']
      : []),
    ...(isOneOf(env.ARCHIVE_KEY ?? DEVELOPMENT_ARCHIVE_KEY, DEVELOPMENT_ARCHIVE_KEY)
      ? ['ARCHIVE_KEY has its development value: what is kept of closed accounts is unsealed.']
      : []),
    ...weakKeys(env),
    ...(env.PUBLIC_URL ? [] : ['PUBLIC_URL is not set: links in mails lead to localhost.']),
    ...(env.PUBLIC_URL && !isHttps(env.PUBLIC_URL)
      ? ['PUBLIC_URL must be an https address: what customers send could be read on the way.']
      : []),
    ...(Number(env.RECOVERY_WAIT_HOURS ?? LEAST_RECOVERY_HOURS) < LEAST_RECOVERY_HOURS
      ? [
          `RECOVERY_WAIT_HOURS must be at least ${LEAST_RECOVERY_HOURS}: customers need that time to stop a recovery that is not theirs.`,
        ]
      : []),
    ...(mailWithoutTls(env.SMTP_URL)
      ? [
          'SMTP_URL sends mails, with codes in them, to another host without requiring TLS: use smtps://, or add ?requireTLS=true.',
        ]
      : []),
    ...(placeholders.length > 0
      ? [
          `src/core/operator.ts has placeholders, which nobody can write to and push services refuse: ${placeholders.map(([name]) => name).join(', ')}. Put your own addresses there and build again.`,
        ]
      : []),
  ];
}

/** All keys of a list. */
const listed = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').map((one) => one.trim().toLowerCase());

/** Node.js reads the proxies of its environment only if it is told to. */
const hasUnusedProxy = (env: Env): boolean =>
  Boolean(env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy) &&
  env.NODE_USE_ENV_PROXY !== '1' &&
  !(env.NODE_OPTIONS ?? '').includes('--use-env-proxy');

/** Warnings for the operator of a production server, which starts all the same. */
export function warningsOf(
  env: Env,
  parties: PartySettings,
  contacts: Contacts,
): readonly string[] {
  const old = [env.TRANSPORT_KEY_OLD, env.SECRETS_KEY_OLD, env.ARCHIVE_KEY_OLD].flatMap(listed);
  const current = keyNames.map((name) => env[name]?.toLowerCase());
  const plain = (['DATABASE_URL', 'DATABASE_LISTEN_URL'] as const).filter((name) =>
    databaseWithoutTls(env[name]),
  );
  return [
    ...dangersOf(env, contacts),
    ...(isOneOf(env.TRANSPORT_KEY_OLD, developmentKey.key) ||
    old.includes(DEVELOPMENT_SECRETS_KEY) ||
    old.includes(DEVELOPMENT_ARCHIVE_KEY)
      ? ['A development key is still accepted as an old one: remove it once nothing needs it.']
      : []),
    ...(old.some((key) => isRepeated(key) || current.includes(key))
      ? [
          'TRANSPORT_KEY_OLD, SECRETS_KEY_OLD or ARCHIVE_KEY_OLD has a key that repeats a few bytes or is in use elsewhere: remove it once nothing needs it.',
        ]
      : []),
    ...plain.map(
      (name) =>
        `${name} leads to another host without TLS: add sslmode=verify-full, or make sure that nobody else is on that network.`,
    ),
    ...(tracesWithoutTls(env.OTEL_EXPORTER_OTLP_ENDPOINT)
      ? ['OTEL_EXPORTER_OTLP_ENDPOINT leads to another host without TLS: use https.']
      : []),
    ...(env.METRICS_PORT !== undefined && isOneOf(env.METRICS_HOST, '0.0.0.0', '::', '[::]')
      ? [
          'METRICS_HOST serves metrics, which have no password, on every network of this machine: give the one address that Prometheus reaches.',
        ]
      : []),
    ...(env.GEOLOCATION_HEADER && ['off', 'on', '1'].includes(env.TRUST_PROXY || 'off')
      ? [
          'GEOLOCATION_HEADER is set by a CDN, but TRUST_PROXY does not count it: if it stands before another proxy, all visitors have its address, and one of them uses up the limits of all. Set TRUST_PROXY to the number of proxies, the CDN included, or to their networks.',
        ]
      : []),
    ...(parties.market && URL.parse(parties.market.baseUrl)?.host === 'api.coingecko.com'
      ? [
          'MARKET_URL is a free or demo plan, whose prices are often too old for quotes: use a paid plan.',
        ]
      : []),
    ...(parties.bank && !parties.bank.statements
      ? ['BANK_STATEMENTS_URL is not set: nothing holds the books against the bank’s statements.']
      : []),
    ...(hasUnusedProxy(env)
      ? [
          'A proxy is set (HTTPS_PROXY or HTTP_PROXY) and is not used: set NODE_USE_ENV_PROXY=1, or remove it.',
        ]
      : []),
    ...(env.DATABASE_URL
      ? []
      : ['The embedded database is for trying things out: set DATABASE_URL.']),
  ];
}
