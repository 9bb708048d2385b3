import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallClass, callClasses } from '#core/contract/giving-way.ts';
import { aside } from '#server/base/aside.ts';
import { jsonLog, silentLog } from '#server/base/log.ts';
import { OVER_MS, places } from './places.ts';

const AT_ONCE = 4;

/** Places with a clock that the test moves, and calls that end when it says. */
function hall(atOnce = AT_ONCE, log = silentLog) {
  let time = 0;
  const held = places({ atOnce, log, now: () => time });
  const ends: (() => void)[] = [];
  return {
    held,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Whether one more call of this class is served; if it is, it stays under way. */
    ask: (of: CallClass): boolean => {
      const gate = Promise.withResolvers<void>();
      const served = held.run(of, () => gate.promise);
      if (served) ends.push(gate.resolve);
      return served !== undefined;
    },
    async endOne(): Promise<void> {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
    async endAll(): Promise<void> {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    },
  };
}

test('OPS-10 under a load that lasts, prices give way first, then exports, quotes and histories, and the essential last', () => {
  const { held, ask, pass } = hall();
  const seen: (readonly CallClass[])[] = [];
  for (let taken = 0; taken <= 2 * AT_ONCE; taken++) {
    expect(held.taken).toBe(taken);
    seen.push(held.givingWay());
    ask('essential');
    pass(1_000);
  }
  expect(seen.map((refused) => refused.length)).toEqual([0, 0, 0, 0, 1, 2, 3, 4, 5]);
  for (const refused of seen) expect(refused).toEqual(callClasses.slice(0, refused.length));
});

test('OPS-10 whatever the load, no class is refused while one that gives way before it is served', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), of: fc.constantFrom(...callClasses) }),
    fc.record({ kind: fc.constant('end' as const) }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 7_000 }) }),
  );
  const law = fc.asyncProperty(
    fc.integer({ min: 1, max: 20 }),
    fc.array(step, { maxLength: 120 }),
    async (atOnce, steps) => {
      const { held, ask, endOne, endAll, pass } = hall(atOnce);
      for (const one of steps) {
        const refused = held.givingWay();
        expect(refused).toEqual(callClasses.slice(0, refused.length));
        if (one.kind === 'ask') expect(ask(one.of)).toBe(!refused.includes(one.of));
        else if (one.kind === 'end') await endOne();
        else pass(one.ms);
        // Nobody gives way while there are free places.
        if (held.taken < atOnce) expect(held.givingWay()).toEqual([]);
      }
      await endAll();
      expect(held.taken).toBe(0);
      // All are served again at once.
      for (const of of callClasses) expect(held.givingWay()).not.toContain(of);
    },
  );
  await fc.assert(law, { numRuns: 100 });
});

test('OPS-10 as many callers as are served at once, who ask again and again, are wholly served', async () => {
  const { ask, endOne, pass } = hall(16);
  for (let i = 0; i < 16; i++) expect(ask('prices')).toBe(true);
  for (let i = 0; i < 200; i++) {
    await endOne();
    expect(ask('prices')).toBe(true);
    pass(50);
  }
});

test('OPS-10 a burst is served whole; the next one soon after an overload is not', async () => {
  const { ask, pass, endAll } = hall();
  for (let i = 0; i < 40; i++) expect(ask('prices')).toBe(true);
  pass(200);
  expect(ask('prices')).toBe(false);
  await endAll();
  const second = () => Array.from({ length: 6 }, () => ask('prices'));
  expect(second()).toEqual([true, true, true, true, false, false]);
  await endAll();
  pass(OVER_MS);
  expect(second()).not.toContain(false);
});

test('OPS-10 a call that waits for a party holds no place meanwhile, nor after it has ended', async () => {
  const { held, ask, pass } = hall(1);
  const party = Promise.withResolvers<string>();
  const late = Promise.withResolvers<void>();
  const both = held.run('quotes', async () => {
    // Nobody waits for the second one.
    void aside(() => late.promise);
    return aside(() => party.promise);
  });
  expect(held.taken).toBe(0);
  pass(1_000);
  expect(ask('prices')).toBe(true);
  party.resolve('priced');
  expect(await both).toBe('priced');
  late.resolve();
  await new Promise(setImmediate);
  expect(held.taken).toBe(1);
});

test('OPS-10 a call that fails gives its place back', async () => {
  const { held } = hall();
  await expect(held.run('quotes', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(held.taken).toBe(0);
});

test.each([
  ['all kinds', callClasses],
  ['the essential alone', ['essential'] as const],
])(
  'OPS-10 at twice what can be served (%s) the rest takes at most twice as long as usual, and five seconds later all is as usual',
  async (_, kinds) => {
    // A server that finishes a call each 5 ms, in the order in which they came.
    const EACH_MS = 5;
    const atOnce = 16;
    const usualMs = atOnce * EACH_MS;
    const { held, pass } = hall(atOnce);
    const line: { readonly since: number; readonly end: () => void }[] = [];
    const seen = { served: [] as { readonly at: number; readonly ms: number }[], refused: [0] };
    let time = 0;
    const arrive = (of: CallClass): void => {
      const gate = Promise.withResolvers<void>();
      if (held.run(of, () => gate.promise)) line.push({ since: time, end: gate.resolve });
      else seen.refused.push(time);
    };
    let arrived = 0;
    /** `load`: calls that arrive for each that can be served. */
    const run = async (untilMs: number, load: number): Promise<void> => {
      for (let turn = 1; time < untilMs; turn++) {
        for (; arrived < turn * load; arrived++)
          arrive(kinds[arrived % kinds.length] ?? 'essential');
        time += EACH_MS;
        pass(EACH_MS);
        const done = line.shift();
        done?.end();
        if (done) seen.served.push({ at: done.since, ms: time - done.since });
        await new Promise(setImmediate);
      }
      arrived = 0;
    };
    await run(10_000, 2);
    const during = seen.served.filter(({ at }) => at > 1_000);
    expect(during.length).toBeGreaterThan(1_000);
    expect(Math.max(...during.map(({ ms }) => ms))).toBeLessThanOrEqual(2 * usualMs);
    await run(20_000, 0.5);
    expect(Math.max(...seen.refused)).toBeLessThan(10_000 + OVER_MS);
    const after = seen.served.filter(({ at }) => at > 10_000 + OVER_MS);
    expect(Math.max(...after.map(({ ms }) => ms))).toBeLessThanOrEqual(usualMs);
  },
);

test('OPS-10 OPS-08 giving way is told once, refusing the essential once more, and each when it is over', async () => {
  const lines: Record<string, unknown>[] = [];
  const { held, ask, pass, endAll } = hall(
    AT_ONCE,
    jsonLog((line) => lines.push(JSON.parse(line))),
  );
  for (let i = 0; i < 30; i++) {
    ask('essential');
    ask('prices');
    pass(40);
  }
  await endAll();
  const events = () => lines.map(({ level, event }) => `${level} ${event}`);
  const begun = ['error more calls than can be served', 'error essential calls refused'];
  expect(events()).toEqual(begun);
  pass(OVER_MS);
  expect(held.givingWay()).toEqual([]);
  expect(events().slice(2)).toEqual([
    'info over: more calls than can be served',
    'info over: essential calls refused',
  ]);
});
