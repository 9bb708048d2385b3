import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Told } from '#tests/support/history/account-state.ts';
import { type Call, checkHistory } from '#tests/support/history/check-history.ts';
import { type Stage, startStage } from '#tests/support/history/killed-run.ts';
import type { AccountHistory } from '#tests/support/history/while-busy.ts';

let stage: Stage;
let histories: readonly AccountHistory[];
beforeAll(async () => {
  stage = await startStage();
  histories = await stage.round(20261125);
}, 600_000);
afterAll(() => stage.stop());

test('OPS-12 a process killed, commits without an answer, connections cut, a failover: what the clients of an account were told is strictly serialisable', async () => {
  for (const { account, start, calls } of histories) {
    const verdict = checkHistory(account, start, calls);
    const why = verdict.kind === 'serialisable' ? '' : verdict.explanation;
    expect(verdict.kind, why).toBe('serialisable');
    const lost = calls.filter(({ client, told }) => client !== 'server' && told.kind === 'unknown');
    expect(lost.length).toBeGreaterThan(0);
  }
  expect(await stage.broken()).toEqual([]);
});

const isWrite = ({ asked }: Call): boolean => asked.kind === 'swap' || asked.kind === 'withdraw';
const happened = (call: Call): boolean => isWrite(call) && call.told.kind === 'done';

/** The history with the first call that fits told otherwise. */
function retold(
  calls: readonly Call[],
  fits: (call: Call) => boolean,
  told: Told,
): readonly Call[] {
  const at = calls.findIndex(fits);
  expect(at).toBeGreaterThanOrEqual(0);
  return calls.map((call, i) => (i === at ? { ...call, told } : call));
}

/** Of the writes that happened, the first whose key nothing else was asked by. */
function askedOnce(calls: readonly Call[]): Call {
  const keyOf = ({ asked }: Call) => ('key' in asked ? asked.key : '');
  const found = calls.find(
    (call) => happened(call) && calls.filter((other) => keyOf(other) === keyOf(call)).length === 1,
  );
  if (!found) throw new Error('every write was asked for twice');
  return found;
}

const lies: readonly (readonly [string, (calls: readonly Call[]) => readonly Call[]])[] = [
  [
    'a balance that was true at first',
    (calls) => {
      const [first, ...later] = calls.filter(({ told }) => told.kind === 'balances');
      const last = later.at(-1);
      if (!first || !last) throw new Error('nobody looked');
      expect(last.told).not.toEqual(first.told);
      return retold(calls, (call) => call === last, first.told);
    },
  ],
  [
    'a write that happened as refused',
    (calls) => {
      const write = askedOnce(calls);
      return retold(calls, (call) => call === write, { kind: 'refused', code: 'QUOTE_EXPIRED' });
    },
  ],
  [
    'a write as made though it was not',
    (calls) => {
      const write = askedOnce(calls);
      const asked = { ...write.asked, key: 'another', quote: 'another' } as Call['asked'];
      return [...calls, { ...write, asked, told: { kind: 'done' } }];
    },
  ],
  [
    'nothing of a write that is in the books',
    (calls) => {
      const write = askedOnce(calls);
      return calls.filter((call) => call !== write);
    },
  ],
];

test.each(lies)('OPS-12 the check of the same run refuses %s', (_, lie) => {
  for (const { account, start, calls } of histories) {
    const verdict = checkHistory(account, start, lie(calls));
    expect(verdict.kind).toBe('broken');
    expect(verdict).toMatchObject({ explanation: expect.stringContaining(account) });
  }
});
