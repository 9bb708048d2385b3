import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { partyNames } from '#server/adapters/party/party-checks.ts';
import { type Fact, facts } from '#server/adapters/party/party-facts.ts';
import { tallyOf } from '#server/adapters/party/party-told.ts';
import type { OpenDatabase } from '#server/store/open.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import {
  type AnyTested,
  bankTwin,
  type Comes,
  NOW,
  tested,
} from '#tests/support/party-questions.ts';
import { Provider, type Seen } from '#tests/support/provider.ts';
import {
  answerOf,
  inTurns,
  type PlainRudeness,
  plainRudenesses,
  RETRY_AFTER_SECONDS,
  type Rudeness,
  rudely,
  rudenesses,
  type Twin,
} from '#tests/support/rude.ts';

let store: OpenDatabase;
beforeAll(async () => {
  store = await memoryDatabase();
});
afterAll(() => store.close());
let now = NOW;
afterEach(() => {
  now = NOW;
  waits = [];
  vi.restoreAllMocks();
});

/** The limits that adapters wait for at present, while `hurried`. */
let waits: AbortController[] = [];

/** Nobody waits in a test for a party that is late: it is given up when it is asked. Returns the limits that adapters set. */
function hurried(): readonly number[] {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    const wait = new AbortController();
    waits.push(wait);
    return wait.signal;
  });
  return limits;
}

function giveUpWaiting(): void {
  for (const wait of waits) wait.abort(new DOMException('The limit is over.', 'TimeoutError'));
  waits = [];
}

interface Party {
  readonly provider: Provider;
  readonly twin: Twin;
  readonly ask: (question: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** A real adapter and its twin, whose manners are chosen for each request. */
async function meet(
  { open, twin: make }: AnyTested,
  manners: (seen: Seen) => Rudeness | 'polite',
): Promise<Party> {
  await sql`delete from market_candles`.execute(store.db);
  const twin = make();
  const provider = new Provider((seen) => {
    const manner = twin.isEntry(seen) ? 'polite' : manners(seen);
    const answer = () => answerOf(twin, seen, manner === 'many pages' ? 1 : 100);
    if (manner === 'late') giveUpWaiting();
    return manner === 'polite' ? answer() : rudely(manner, twin, seen, answer);
  });
  const ask = open(await provider.start(), { now: () => now, db: store.db });
  return { provider, twin, ask, stop: () => provider.stop() };
}

/** A value as a text, whatever the order of its fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`;
    const isPlain = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return isPlain ? Object.fromEntries(Object.entries(inner).sort()) : inner;
  }) ?? '';

/** In any order, each once: lists are told in any order and twice, and are taken by their ids. */
const normal = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value.map(textOf))].sort() : textOf(value);

/** What a question comes to for a rudeness; undefined: no answer to it can be rude in this way. */
function expected(
  { questions }: AnyTested,
  question: string,
  rudeness: Rudeness,
): Comes | undefined {
  const found = questions[question];
  if (!found) throw new Error(`no question ${question}`);
  if (rudeness in plainRudenesses) {
    const fact: Fact = plainRudenesses[rudeness as PlainRudeness];
    return { fact, value: found.facts[fact] };
  }
  const content = found.content[rudeness as keyof typeof found.content];
  if (content === 'never') return undefined;
  return content === 'same' ? { value: found.polite } : content;
}

const all = Object.values(tested).flat();
const named = all.map((one, at) => {
  const isOne = all.filter(({ party }) => party === one.party).length === 1;
  return [isOne ? one.party : `${one.party} ${at}`, one] as const;
});

test('READ-15 each method of each real adapter is asked rudely, or asks nobody over HTTP', () => {
  const others = ['geolocation', 'mail'];
  expect([...Object.keys(tested), ...others].sort()).toEqual([...partyNames].sort());
  for (const [name, one] of named) {
    const methods = one.methods('http://127.0.0.1:1', { now: () => now, db: store.db });
    const questions = Object.keys(one.questions).map((question) => question.split(' ')[0]);
    const known = new Set([...questions, ...one.others]);
    expect(
      methods.filter((method) => !known.has(method) && !/transactionUrl$/.test(method)),
      name,
    ).toEqual([]);
  }
});

describe.each(named)('READ-15 the real %s', (_, one) => {
  test.each(rudenesses)(
    'READ-15 a party that is rude by “%s” comes to its fact, with its consequence',
    async (rudeness) => {
      for (const [question, { polite }] of Object.entries(one.questions)) {
        now = NOW;
        const comes = expected(one, question, rudeness);
        if (!comes) continue;
        const kind = await meet(one, () => 'polite');
        expect(normal(await kind.ask(question)), `${question}, politely`).toEqual(normal(polite));
        await kind.stop();
        const before = { ...tallyOf(one.party).counts };
        const rude = await meet(one, () => rudeness);
        const limits = rudeness === 'late' ? hurried() : [];
        expect(normal(await rude.ask(question)), question).toEqual(normal(comes.value));
        vi.restoreAllMocks();
        expect(limits.filter((ms) => ms < 5_000)).toEqual([]);
        const { counts } = tallyOf(one.party);
        for (const fact of facts) {
          const came = counts[fact] - before[fact];
          expect(came > 0, `${question}: ${fact} ${came} times`).toBe(fact === comes.fact);
        }
        await rude.stop();
      }
    },
  );

  test('READ-15 a party that wants fewer questions is asked none before the time it named, and then as always', async () => {
    for (const [question, { polite, facts: meaning }] of Object.entries(one.questions)) {
      now = NOW;
      let busy = true;
      const party = await meet(one, () => (busy ? 'too many' : 'polite'));
      await party.ask(question);
      const sent = party.provider.seen.length;
      now = NOW + RETRY_AFTER_SECONDS * 1000 - 1;
      expect(normal(await party.ask(question)), question).toEqual(normal(meaning['not-yet']));
      expect(party.provider.seen.length, question).toBe(sent);
      busy = false;
      // Longer than the pause and whatever its adapter adds to it; the prices of a twin whose clock stands still are
      // too old by then.
      now = NOW + 2.5 * RETRY_AFTER_SECONDS * 1000;
      if (one.party !== 'market') {
        expect(normal(await party.ask(question)), question).toEqual(normal(polite));
      }
      await party.stop();
    }
  });
});

/** All that may be said to a question by a party of any manners, and nothing else. */
function sayable(one: AnyTested, question: string): readonly unknown[] {
  const comes = rudenesses.flatMap((rudeness) => expected(one, question, rudeness) ?? []);
  return [one.questions[question]?.polite, ...comes.map(({ value }) => value)].map(normal);
}

/** The waits of a party that answers at last: longer than any pause, and short for prices. */
const STEP_MS = RETRY_AFTER_SECONDS * 1200 + 1;
const SEEDS = [1, 2, 3, 4, 5];
/** A clear no ends an order, which has tests of its own; and a list whose pages change their size is no list. */
const OPEN_ENDED = rudenesses.filter((one) => one !== 'a bad request' && one !== 'many pages');

test.each(SEEDS)(
  'READ-15 by seed %i every party is rude in turns: nothing untrue is heard, and the truth in the end',
  async (seed) => {
    hurried();
    for (const [name, one] of named) {
      // Prices grow old while one waits; what they come to is in the table above.
      if (one.party === 'market' || one.party === 'forex') continue;
      for (const [question, { polite }] of Object.entries(one.questions)) {
        now = NOW;
        const turns = inTurns(seed, 12, OPEN_ENDED);
        const party = await meet(one, turns.next);
        const allowed = sayable(one, question);
        let heard: unknown;
        for (let times = 0; times < 40; times++) {
          heard = normal(await party.ask(question));
          expect(allowed, `${name} ${question}`).toContainEqual(heard);
          now += STEP_MS;
          if (turns.isOver() && JSON.stringify(heard) === JSON.stringify(normal(polite))) break;
        }
        expect(heard, `${name} ${question}`).toEqual(normal(polite));
        await party.stop();
      }
    }
  },
);

test.each(SEEDS)('READ-15 by seed %i a rude bank makes each order once', async (seed) => {
  hurried();
  const [one] = tested.bank;
  if (!one) throw new Error('no bank');
  for (const question of ['payouts.send', 'giveBack']) {
    const twin = bankTwin();
    const party = await meet({ ...one, twin: () => twin }, inTurns(seed, 20, OPEN_ENDED).next);
    for (let times = 0; times < 40; times++) {
      await party.ask(question);
      now += STEP_MS;
    }
    expect(twin.made, question).toHaveLength(1);
    await party.stop();
    now = NOW;
  }
});
