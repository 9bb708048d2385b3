import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endOtherSessions } from '#core/contract/account/security.ts';
import { movableClock } from '#server/base/clock.ts';
import { jsonLog } from '#server/base/log.ts';
import { CHANGES, changes } from '#server/platform/changes.ts';
import { conditions } from '#server/platform/conditions.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { openConfigured } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  deposit,
  type InProcess,
  type Person,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { followLive, type LiveStream } from '#tests/support/live-stream.ts';
import { hasPgbouncer, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { startGate } from '#tests/support/postgres-gate.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

let database: FreshDatabase;
let here: InProcess;
let there: InProcess;
beforeAll(async () => {
  database = await freshDatabase();
  here = await startInProcess({ databaseUrl: database.url });
  there = await startInProcess({ databaseUrl: database.url });
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

const streams: LiveStream[] = [];
afterAll(() => {
  for (const stream of streams) stream.leave();
});

const fence = (who: Pick<Person, 'id'>): Promise<void> =>
  inTransaction(here.deps.db, (tx) =>
    notify(here.deps, tx, who.id, { event: 'loginEvents', popup: 'fence' }),
  );

/** How many events of a stream tell of what was before it. */
const before = new WeakMap<LiveStream, number>();

/** Changes are told up to a quarter of a second after they were made: what is told after the fence is new. */
async function follow(url: string, who: Pick<Person, 'id' | 'credential'>) {
  const stream = await followLive(url, who.credential);
  streams.push(stream);
  await eventually(() => expect(stream.kinds()).toContain('anything'));
  await fence(who);
  await eventually(() => expect(stream.kinds()).toContain('notices'));
  before.set(stream, stream.kinds().length);
  return stream;
}

const somebody = (): Promise<Person> => person(here.deps, { balances: { BTC: '1' } });

const since = (stream: LiveStream): readonly string[] => stream.kinds().slice(before.get(stream));

/** What was told by name: a process that has just begun also says that anything may have changed. */
const named = (stream: LiveStream): readonly string[] =>
  since(stream).filter((kind) => kind !== 'anything');

test('LIVE-01 a deposit at one process is an event at the other, and another customer hears nothing', async () => {
  const [who, other] = [await somebody(), await somebody()];
  const [stream, others] = [await follow(there.url, who), await follow(there.url, other)];
  await deposit(here.deps, who.id, 'BTC', '1');
  await eventually(() => expect(named(stream)).toContain('balances'));
  await fence(other);
  await eventually(() => expect(named(others)).toEqual(['notices']));
});

test('LIVE-01 what one process rolls back is told at none', async () => {
  const who = await somebody();
  const stream = await follow(there.url, who);
  const undone = inTransaction(here.deps.db, async (tx) => {
    await notify(here.deps, tx, who.id, { event: 'loginEvents', popup: 'never' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await deposit(here.deps, who.id, 'BTC', '1');
  await eventually(() => expect(named(stream).length).toBeGreaterThan(0));
  expect(named(stream)).toEqual(['balances']);
});

test('LIVE-01 a session ended at one process ends its stream at the other', async () => {
  const who = await somebody();
  const credential = await inTransaction(here.deps.db, (tx) =>
    openSession(here.deps, tx, who.id, { info: 'other', place: '' }),
  );
  const stream = await follow(there.url, who);
  const own = await follow(there.url, { ...who, credential });
  // The fence of the second one.
  await eventually(() => expect(named(stream)).toEqual(['notices']));
  await here.api.must(endOtherSessions, {}, { credential });
  await stream.ended;
  expect(named(stream)).toEqual(['notices', 'session']);
  await fence(who);
  await eventually(() => expect(named(own)).toEqual(['notices']));
});

describe('processes', () => {
  let server: ServerProcess;
  afterAll(() => server.stop());

  test('LIVE-01 OPS-03 after a gap every stream is told that anything may have changed; streams hold up no stop', async () => {
    const gate = await startGate();
    gate.open(database.url);
    const env = { DATABASE_URL: database.url, SEED: 'none', LIMIT_PER_ADDRESS: '100000' };
    server = await startServer({ env: { ...env, DATABASE_LISTEN_URL: gate.urlOf(database.url) } });
    const stopped = await startServer({ env });
    const who = await somebody();
    const stream = await follow(server.url, who);
    // A process that has just begun does not know what changed before.
    expect(stream.kinds().filter((kind) => kind === 'anything')).toHaveLength(1);
    gate.shut();
    await eventually(() => expect(server.output()).toContain('listening connection lost'));
    await deposit(here.deps, who.id, 'BTC', '1');
    gate.open(database.url);
    await eventually(() => expect(since(stream)).toEqual(['anything']));
    await deposit(here.deps, who.id, 'BTC', '1');
    await eventually(() => expect(stream.kinds().at(-1)).toBe('balances'));

    const last = await follow(stopped.url, await somebody());
    await stopped.stop();
    await last.ended;
    expect(stopped.output()).toContain('"event":"stopped"');
    expect(stopped.output()).not.toContain('"level":"error"');
    await gate.close();
  }, 300_000);
});

test.skipIf(!hasPgbouncer)(
  'LIVE-01 behind a pooler of transactions it is heard past it, and an operator is told where it is not',
  async () => {
    const pooler = await startPgbouncer(database.url);
    const who = await somebody();
    for (const [listenUrl, isHeard] of [
      [database.url, true],
      [pooler.url, false],
    ] as const) {
      const store = await openConfigured(
        { databaseUrl: pooler.url, listenUrl, dataDir: '' },
        () => undefined,
      );
      const lines: string[] = [];
      const log = jsonLog((line) => lines.push(line));
      const told = conditions(log);
      const live = changes({ clock: movableClock(), log, told });
      const began = vi.spyOn(live.listener, 'began');
      const heard = vi.spyOn(live.listener, 'heard');
      const listening = store.listen(CHANGES, live.listener);
      const { round } = live.watching({ renew: () => undefined });
      await eventually(() => expect(began).toHaveBeenCalled());
      const looks = async () => {
        await round({ ...here.deps, db: store.db }, new AbortController().signal);
        await deposit(here.deps, who.id, 'BTC', '1');
        if (isHeard) await eventually(() => expect(heard).toHaveBeenCalledTimes(2));
        await round({ ...here.deps, db: store.db }, new AbortController().signal);
        return told.looked.get('changes are not heard')?.wrong;
      };
      expect([listenUrl, await looks()]).toEqual([listenUrl, !isHeard]);
      await listening.close();
      await store.close();
    }
    await pooler.stop();
  },
);
