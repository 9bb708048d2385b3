import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customer } from '#server/ledger/accounts.ts';
import type { Posting } from '#server/ledger/journal.ts';
import {
  type Asked,
  entryText,
  type Money,
  openingState,
  type Told,
} from '#tests/support/history/account-state.ts';
import { type Call, checkHistory } from '#tests/support/history/check-history.ts';
import { LedgerModel } from '#tests/support/ledger-model.ts';

const btc = (units: bigint): Money => ({ asset: 'BTC', units });
const usdc = (units: bigint): Money => ({ asset: 'USDC', units });
const GIVEN = [btc(100n), usdc(100n)];
const start = openingState(GIVEN);

const DONE: Told = { kind: 'done' };
const UNKNOWN: Told = { kind: 'unknown' };
const NEVER: Told = { kind: 'never' };
const INSUFFICIENT: Told = { kind: 'refused', code: 'INSUFFICIENT_BALANCE' };

const swap = (key: string, paid = 10n, received = 7n, quote = `quote of ${key}`): Asked => ({
  ...{ kind: 'swap', key, quote },
  ...{ paid: btc(paid), received: usdc(received) },
});
const withdraw = (key: string, units: bigint): Asked => ({
  kind: 'withdraw',
  key,
  total: btc(units),
});
const cancel = (key: string): Asked => ({ kind: 'cancel', key });
const outcome = (key: string): Asked => ({ kind: 'outcome', key });
const wallet: Asked = { kind: 'wallet' };
const statement: Asked = { kind: 'statement' };

/** The answer of a wallet with these balances of BTC and USDC, and this much BTC on hold. */
const shown = (coins: bigint, dollars: bigint, held = 0n): Told => ({
  kind: 'balances',
  balances: new Map(
    (
      [
        ['BTC available', coins],
        ['BTC hold', held],
        ['USDC available', dollars],
      ] as const
    ).filter(([, units]) => units !== 0n),
  ),
});
const OPENING = shown(100n, 100n);

const listed = (...more: readonly string[]): Told => ({
  kind: 'entries',
  entries: ['BTC +100', 'USDC +100', ...more],
});

/** A call that began and ended at these moments. */
const at = (began: number, ended: number, asked: Asked, told: Told): Call => ({
  ...{ client: 'one', asked, told, began },
  ended: told.kind === 'unknown' ? undefined : ended,
});

const verdictOn = (calls: readonly Call[]) => checkHistory('A', start, calls);

describe('OPS-12 the check of a history accepts', () => {
  test.each<[string, readonly Call[]]>([
    ['a history without calls', []],
    [
      'reads before and after a write',
      [
        at(0, 1, wallet, OPENING),
        at(2, 3, swap('k'), DONE),
        at(4, 5, wallet, shown(90n, 107n)),
        at(6, 7, statement, listed('BTC -10', 'USDC +7')),
      ],
    ],
    [
      'reads at the same time as a write, of which one shows it and one does not',
      [at(0, 9, swap('k'), DONE), at(1, 2, wallet, OPENING), at(3, 4, wallet, shown(90n, 107n))],
    ],
    [
      'a write whose answer was lost and that happens long after the request',
      [at(0, 1, swap('k'), UNKNOWN), at(2, 3, wallet, OPENING), at(4, 5, wallet, shown(90n, 107n))],
    ],
    [
      'a write whose answer was lost and that never happened',
      [
        at(0, 1, swap('k'), UNKNOWN),
        at(2, 3, outcome('k'), NEVER),
        at(4, 5, wallet, OPENING),
        at(6, 7, swap('k'), { kind: 'refused', code: 'KEY_CONFLICT' }),
      ],
    ],
    [
      'a write asked for again by its key',
      [
        at(0, 1, swap('k'), UNKNOWN),
        at(2, 3, swap('k'), { kind: 'done', id: 'j', moved: '10 BTC for 7 USDC' }),
        at(4, 5, outcome('k'), { kind: 'done', id: 'j' }),
        at(6, 7, wallet, shown(90n, 107n)),
      ],
    ],
    [
      'one of two withdrawals that together exceed the balance',
      [
        at(0, 5, withdraw('k', 60n), DONE),
        at(0, 5, withdraw('l', 60n), INSUFFICIENT),
        at(6, 7, wallet, shown(40n, 100n, 60n)),
      ],
    ],
    [
      'one quote used once',
      [
        at(0, 5, swap('k', 10n, 7n, 'q'), { kind: 'refused', code: 'QUOTE_USED' }),
        at(1, 4, swap('l', 10n, 7n, 'q'), DONE),
        at(6, 7, wallet, shown(90n, 107n)),
      ],
    ],
    [
      'a withdrawal cancelled twice',
      [
        at(0, 1, withdraw('k', 60n), DONE),
        at(2, 5, cancel('k'), DONE),
        at(3, 6, cancel('k'), DONE),
        at(7, 8, wallet, OPENING),
        at(9, 10, statement, listed('BTC -60', 'BTC +60')),
      ],
    ],
  ])('%s', (_, calls) => {
    expect(verdictOn(calls)).toMatchObject({ kind: 'serialisable' });
  });
});

describe('OPS-12 the check of a history refuses', () => {
  test.each<[string, readonly Call[]]>([
    [
      'a stale read: a write had ended before it',
      [at(0, 1, swap('k'), DONE), at(2, 3, wallet, OPENING)],
    ],
    [
      'a lost write: answered as done, and later said never to have happened',
      [at(0, 1, withdraw('k', 60n), DONE), at(2, 3, outcome('k'), NEVER)],
    ],
    [
      'a lost write that a statement does not show',
      [at(0, 1, swap('k'), DONE), at(2, 3, statement, listed())],
    ],
    [
      'a double effect under one key',
      [at(0, 1, swap('k'), UNKNOWN), at(2, 3, swap('k'), DONE), at(4, 5, wallet, shown(80n, 114n))],
    ],
    [
      'one quote used by two keys',
      [at(0, 5, swap('k', 10n, 7n, 'q'), DONE), at(1, 4, swap('l', 10n, 7n, 'q'), DONE)],
    ],
    [
      'a read of a write that was refused',
      [
        at(0, 5, swap('k'), { kind: 'refused', code: 'QUOTE_EXPIRED' }),
        at(1, 2, wallet, shown(90n, 107n)),
      ],
    ],
    [
      'a read that shows a write of which a later answer says that it never happened',
      [
        at(0, 1, swap('k'), UNKNOWN),
        at(2, 3, wallet, shown(90n, 107n)),
        at(4, 5, outcome('k'), NEVER),
      ],
    ],
    ['a read of half a write', [at(0, 5, swap('k'), DONE), at(1, 2, wallet, shown(90n, 100n))]],
    [
      'two reads of two clients, of which the later does not show what the earlier showed',
      [at(0, 9, swap('k'), DONE), at(1, 2, wallet, shown(90n, 107n)), at(3, 4, wallet, OPENING)],
    ],
    [
      'two reads of two clients that show two writes in opposite orders',
      [
        at(0, 9, withdraw('k', 1n), DONE),
        at(0, 9, withdraw('l', 2n), DONE),
        at(1, 4, wallet, shown(99n, 100n, 1n)),
        at(1, 4, wallet, shown(98n, 100n, 2n)),
      ],
    ],
    [
      'a write that would make a balance negative',
      [at(0, 1, withdraw('k', 60n), DONE), at(2, 3, withdraw('l', 60n), DONE)],
    ],
    [
      'a refusal for too little money, although there is enough',
      [at(0, 1, withdraw('k', 60n), INSUFFICIENT)],
    ],
    [
      'a write that takes effect before its request',
      [at(0, 1, wallet, shown(90n, 107n)), at(2, 3, swap('k'), DONE)],
    ],
    [
      'a cancelled withdrawal whose amount is returned twice',
      [
        at(0, 1, withdraw('k', 30n), DONE),
        at(2, 5, cancel('k'), DONE),
        at(2, 5, cancel('k'), DONE),
        at(6, 7, wallet, shown(130n, 100n)),
      ],
    ],
    [
      'an answer with other amounts than the request',
      [at(0, 1, swap('k'), { kind: 'done', moved: '10 BTC for 8 USDC' })],
    ],
    [
      'two answers with different ids for one write',
      [
        at(0, 1, swap('k'), { kind: 'done', id: 'i' }),
        at(2, 3, outcome('k'), { kind: 'done', id: 'j' }),
      ],
    ],
  ])('%s', (_, calls) => {
    expect(verdictOn(calls)).toMatchObject({ kind: 'broken' });
  });
});

test('OPS-12 the refusal of a history names the account, the calls that can be put in order and why no other can follow', () => {
  const verdict = verdictOn([at(0, 1, swap('k'), DONE), at(2, 3, wallet, OPENING)]);
  expect(verdict).toEqual({
    kind: 'broken',
    explanation: [
      'The history of account A is not strictly serialisable.',
      '1 of 2 calls can be put in order; the last of them:',
      '  [0.0 – 1.0] one: swap k quote of k 10 BTC 7 USDC → done',
      'Then the balances are BTC available=90 USDC available=107, and none of these can come next:',
      '  [2.0 – 3.0] one: wallet → BTC available=100 USDC available=100',
      '    because balances were BTC available=90 USDC available=107, told BTC available=100 USDC available=100',
    ].join('\n'),
  });
});

const OWNER = 'owner';

/** An account whose calls are answered one after the other, by another model than the one under test. */
class Serial {
  readonly #model = new LedgerModel();
  readonly #entries: string[] = [];
  readonly #held = new Map<string, bigint>();

  constructor() {
    for (const { asset, units } of GIVEN) this.#post([['available', asset, units]]);
  }

  #post(changes: readonly (readonly ['available' | 'hold', 'BTC' | 'USDC' | string, bigint])[]) {
    const postings = changes.map(
      ([kind, asset, units]): Posting => ({
        account: customer(OWNER, kind, asset === 'BTC' ? 'BTC' : 'USDC'),
        units,
      }),
    );
    const what = { class: 'payment', kind: 'manual', userId: OWNER, postings } as const;
    if (this.#model.apply(what) !== 'posted') return INSUFFICIENT;
    for (const [kind, asset, units] of changes) {
      if (kind === 'available') this.#entries.push(entryText(asset, units));
    }
    return DONE;
  }

  /** The correct answer to a request in the present state. */
  answer(asked: Asked): Told {
    switch (asked.kind) {
      case 'swap':
        return this.#post([
          ['available', 'BTC', -asked.paid.units],
          ['available', 'USDC', asked.received.units],
        ]);
      case 'withdraw': {
        const { units } = asked.total;
        const told = this.#post([
          ['available', 'BTC', -units],
          ['hold', 'BTC', units],
        ]);
        if (told === DONE) this.#held.set(asked.key, units);
        return told;
      }
      case 'cancel': {
        const units = this.#held.get(asked.key);
        this.#held.set(asked.key, 0n);
        if (!units) return DONE;
        return this.#post([
          ['hold', 'BTC', -units],
          ['available', 'BTC', units],
        ]);
      }
      case 'statement':
        return { kind: 'entries', entries: [...this.#entries] };
      default: {
        const of = (name: string) => this.#model.balances.get(`${OWNER}/${name}`) ?? 0n;
        return shown(of('available/BTC'), of('available/USDC'), of('hold/BTC'));
      }
    }
  }

  get open(): readonly string[] {
    return [...this.#held.keys()];
  }
}

/** A random call: its kind, its amount, and how long before and after the moment of its effect it begins and ends. */
const action = fc.record({
  what: fc.integer({ min: 0, max: 5 }),
  units: fc.bigInt({ min: 1n, max: 60n }),
  before: fc.integer({ min: 0, max: 40 }),
  after: fc.integer({ min: 0, max: 40 }),
  lost: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

const SPACING = 10;

function askedFor({ what, units }: Action, key: string, open: readonly string[]): Asked {
  const one = open[Number(units) % (open.length || 1)];
  if (what === 0) return statement;
  if (what === 1) return swap(key, units, units + 1n);
  if (what === 2) return withdraw(key, units);
  if (what === 3 && one !== undefined) return cancel(one);
  return wallet;
}

/** A correct history: each call has its effect at one moment between its beginning and its end. */
function historyOf(actions: readonly Action[]): readonly Call[] {
  const serial = new Serial();
  return actions.map((one, i): Call => {
    const asked = askedFor(one, `key ${i}`, serial.open);
    const told = serial.answer(asked);
    const moment = i * SPACING;
    const call = { client: `client ${i % 3}`, asked, began: moment - one.before };
    return one.lost
      ? { ...call, told: UNKNOWN, ended: undefined }
      : { ...call, told, ended: moment + one.after };
  });
}

test('OPS-12 every correct history is accepted, however its calls overlap and whichever answers are lost', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      expect(verdictOn(historyOf(actions))).toMatchObject({ kind: 'serialisable' });
    }),
  );
});

test('OPS-12 in a history whose calls do not overlap, a changed answer to any read is refused', () => {
  const alone = action.map((one) => ({ ...one, before: 0, after: 1, lost: false }));
  fc.assert(
    fc.property(fc.array(alone, { minLength: 1, maxLength: 20 }), fc.nat(), (actions, pick) => {
      const calls = historyOf([...actions, { ...actions[0], what: 5 } as Action]);
      const reads = calls.filter(({ told }) => told.kind === 'balances');
      const lie = reads[pick % reads.length];
      const told = calls.map((call): Call => {
        if (call !== lie || call.told.kind !== 'balances') return call;
        const balances = new Map(call.told.balances);
        balances.set('USDC available', (balances.get('USDC available') ?? 0n) + 1n);
        return { ...call, told: { kind: 'balances', balances } };
      });
      expect(verdictOn(calls)).toMatchObject({ kind: 'serialisable' });
      expect(verdictOn(told)).toMatchObject({ kind: 'broken' });
    }),
  );
});
