import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { sql } from 'kysely';
import { findKept, isCashCode, type KeptCode } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import type { Role } from '#core/pages.ts';
import { createParties } from '#server/adapters/parties.ts';
import { createApp, placesOf } from '#server/app.ts';
import { type MovableClock, movableClock } from '#server/base/clock.ts';
import { jsonLog } from '#server/base/log.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { closeServer, listen } from '#server/listen.ts';
import { CHANGES, type Changes, changes } from '#server/platform/changes.ts';
import { type Conditions, conditions } from '#server/platform/conditions.ts';
import type { Places } from '#server/platform/places.ts';
import { DEMO_ENROLMENT } from '#server/seed/accounts.ts';
import { seedCertification } from '#server/seed/tax-residences.ts';
import { issueShown } from '#server/services/access/credentials/passkeys.ts';
import { hashPassword } from '#server/services/access/credentials/passwords.ts';
import { hashLongCode } from '#server/services/access/credentials/second-factor.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { markCompared } from '#server/services/operation/copies/compared.ts';
import { fingerprintOf } from '#server/services/staff/desk/desk-proof.ts';
import type { BuiltSite } from '#server/static/built-site.ts';
import { migrate } from '#server/store/migrate.ts';
import { openPostgres } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { startTelemetry } from '#server/telemetry/start.ts';
import { ApiClient, type Credential, deskProofs } from './api-client.ts';
import { memoryDatabase } from './memory-database.ts';
import { knowsUsualRecipients } from './usual-recipients.ts';

export interface InProcess {
  readonly url: string;
  readonly api: ApiClient;
  readonly deps: Deps & { readonly clock: MovableClock };
  /** The calls that the server is answering at the moment. */
  readonly calls: Places;
  /** The open streams of changes. */
  readonly changes: Changes;
  /** The lines of its log. */
  readonly log: readonly string[];
  /** The conditions that its watches have found, which the metrics show too. */
  readonly told: Conditions;
  /** The address of the metrics, if `METRICS_PORT` is in its environment. */
  readonly metricsUrl: string | undefined;
  close(): Promise<void>;
}

export interface InProcessOptions {
  /** PostgreSQL instead of an embedded database in memory. */
  readonly databaseUrl?: string;
  /** The built site; by default there is none. */
  readonly dist?: string;
  /** The site's build.json. */
  readonly site?: BuiltSite;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The environment of a server under test: limits so high that the many calls of a test do not reach them (a test about
 * limits sets its own), and the market's seed of the test run, if it has one.
 */
export const testEnvironment = {
  LIMIT_PER_ADDRESS: '100000',
  CALLS_AT_ONCE: '1000',
  ...(process.env.MARKET_SEED && { MARKET_SEED: process.env.MARKET_SEED }),
};

/** Starts the real server in the test's process, on a real port, with a clock that the test may move. */
export async function startInProcess(options: InProcessOptions = {}): Promise<InProcess> {
  const read = readConfig({ SEED: 'none', ...testEnvironment, ...options.env });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const store = options.databaseUrl
    ? openPostgres(options.databaseUrl, () => undefined)
    : await memoryDatabase();
  const lines: string[] = [];
  const clock = movableClock();
  const log = jsonLog((line) => lines.push(line));
  const deps = {
    config: read.config,
    db: store.db,
    clock,
    random: (bytes: number) => randomBytes(bytes),
    log,
    parties: createParties(read.config.parties, {
      db: store.db,
      now: clock.now,
      log,
    }),
  };
  if (options.databaseUrl) await migrate(store.db);
  // As its loops do when it starts.
  markCompared(deps.parties.payment);
  const calls = placesOf(deps);
  const told = conditions(deps.log, clock.now);
  const { poolUse } = store;
  const measured = { deps, told, poolUse, version: 'test', build: 'test' };
  const { onAnswered, metricsUrl, stop } = await startTelemetry(read.config, measured);
  const { dist = join(tmpdir(), 'kopa-no-dist'), site } = options;
  const live = changes({ clock, log, told });
  const listening = store.listen(CHANGES, live.listener);
  const app = createApp(deps, { dist, site, calls, onAnswered, changes: live });
  const server = createAdaptorServer({ fetch: app.fetch });
  const url = `http://localhost:${await listen(server, 0, '')}`;
  return {
    url,
    api: new ApiClient(url),
    deps,
    calls,
    changes: live,
    log: lines,
    told,
    metricsUrl,
    close: async () => {
      live.end();
      await closeServer(server);
      await stop();
      await listening.close();
      await store.close();
    },
  };
}

export const password = 'Kopa-demo-2026!';
let passwordHash: Promise<string> | undefined;

export interface Person {
  readonly id: string;
  readonly email: string;
  /** The tokens of an open session. */
  readonly credential: Credential;
}

export interface PersonOptions {
  readonly role?: Role;
  /** By default staff have a second factor and customers do not. */
  readonly twoFactor?: boolean;
  readonly market?: 'AUD' | 'EUR' | 'USD';
  /** Whether they have said where they pay tax, as all must before they trade (KEEP-14); they have, by default. */
  readonly certified?: boolean;
  /** In whole units. */
  readonly balances?: Readonly<Partial<Record<KeptCode, string>>>;
}

/** Opens a session as a sign-in with a second factor does; what an officer does in it is confirmed (READ-08). */
export async function openStrongSession(deps: Deps, userId: string): Promise<Credential> {
  const id = randomUUID();
  const device = { info: 'test', place: '' };
  const credential = await inTransaction(deps.db, (tx) =>
    openSession(deps, tx, userId, device, { id, secondFactor: 'app' }),
  );
  deskProofs.set(credential.refreshToken, (act) =>
    inTransaction(deps.db, (tx) =>
      issueShown(deps, tx, 'desk', { userId, sessionId: id }, fingerprintOf(act)),
    ),
  );
  return credential;
}

/**
 * A session from before all others of its account that is still open, as one of the version before may be: since then a
 * new factor or passkey ends all but its own.
 */
export async function olderSession(deps: Deps, userId: string): Promise<Credential> {
  const id = randomUUID();
  const device = { info: 'older', place: '' };
  const credential = await inTransaction(deps.db, (tx) =>
    openSession(deps, tx, userId, device, { id }),
  );
  await sql`update sessions set at_step = 0, created_at = created_at - interval '60 days'
    where id = ${id}`.execute(deps.db);
  return credential;
}

/** Moves the clock on by these hours and opens a new session, because the old one may have expired. */
export async function later<P extends Person>(
  { deps }: Pick<InProcess, 'deps'>,
  who: P,
  hours: number,
): Promise<P> {
  deps.clock.advance(hours * 3600_000);
  return { ...who, credential: await openStrongSession(deps, who.id) };
}

/** Creates an account with a session and balances directly in the database, which is faster than through the API. */
export async function person(deps: Deps, options: PersonOptions = {}): Promise<Person> {
  passwordHash ??= hashPassword(password);
  const hash = await passwordHash;
  const id = randomUUID();
  const email = `p${randomBytes(6).toString('hex')}@kopa.test`;
  // Staff without a factor sign in with the operator's code.
  const enrols = (options.role ?? 'user') !== 'user' && options.twoFactor === false;
  const isStrong = (options.role ?? 'user') !== 'user' && !enrols;
  const weak = await inTransaction(deps.db, async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id,
        email,
        password_hash: hash,
        role: options.role ?? 'user',
        // Staff can do nothing without a second factor. In a session that is open already no code is asked for.
        two_factor: options.twoFactor ?? (options.role ?? 'user') !== 'user',
        first_name: 'Test',
        last_name: 'Person',
        dob: '1990-01-01',
        currency_code: options.market ?? 'AUD',
        country_code: options.market === 'EUR' ? 'LT' : 'AU',
        is_eu: options.market === 'EUR',
        created_at: deps.clock.sql,
        deleted_at: null,
        ...(enrols && {
          enrol_hash: hashLongCode(id, DEMO_ENROLMENT),
          enrol_until: new Date(deps.clock.now() + 24 * 3_600_000),
        }),
      })
      .execute();
    if (options.certified ?? true) {
      const country = options.market === 'EUR' ? 'LT' : 'AU';
      await seedCertification(tx, { userId: id, country, at: new Date(deps.clock.now()) });
    }
    return isStrong
      ? undefined
      : openSession(deps, tx, id, { info: 'test', place: '' }, { enrols });
  });
  const credential = weak ?? (await openStrongSession(deps, id));
  for (const [code, amount] of Object.entries(options.balances ?? {})) {
    await deposit(deps, id, code as KeptCode, amount);
  }
  if ((options.role ?? 'user') === 'user') await knowsUsualRecipients(deps, id);
  return { id, email, credential };
}

/** Credits an account with an amount in whole units, as a deposit on chain or, for cash, a bank transfer does. */
export async function deposit(
  deps: Deps,
  userId: string,
  code: KeptCode,
  amount: string,
): Promise<void> {
  const units = parseUnits(amount, findKept(code)?.scale ?? 0);
  if (units === undefined) throw new Error(`not an amount: ${amount}`);
  const posted = await inTransaction(deps.db, (tx) =>
    postJournal(tx, deps.clock, {
      class: 'manual',
      kind: isCashCode(code) ? 'cash-in' : 'deposit',
      userId,
      postings: [
        { account: house(isCashCode(code) ? 'bank' : 'chain', code), units: -units },
        { account: customer(userId, 'available', code), units },
      ],
    }),
  );
  if (posted.kind !== 'posted') throw new Error(posted.kind);
}
