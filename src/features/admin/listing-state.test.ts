import { expect, test } from 'vitest';
import type { MerchantTransaction } from '#core/contract/staff/merchant.ts';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import {
  createListing,
  joinRows,
  LISTING_LIMIT,
  type ListingPage,
  mayHaveMore,
  shownEntries,
} from './listing-state.ts';

const now = Date.UTC(2026, 4, 14, 12);
const HOUR = 3_600_000;
const network: Failure = { kind: 'network' };

/** The nth newest, one an hour. */
const row = (n: number, over: Partial<MerchantTransaction> = {}): MerchantTransaction => ({
  _id: `id${n}`,
  request_type: 1,
  status: true,
  code: '200',
  amount: '1.00',
  currency: 'EUR',
  createdAt: new Date(now - n * HOUR).toISOString(),
  ...over,
});

const rowsOf = (count: number, over: Partial<MerchantTransaction> = {}) =>
  Array.from({ length: count }, (_, i) => row(i + 1, over));

type Answer = (merchant: string, page: number) => Outcome<ListingPage>;

/** A gateway that pages through what it has of each merchant. */
const gateway =
  (rows: Record<string, readonly MerchantTransaction[]>): Answer =>
  (merchant, page) => {
    const all = rows[merchant] ?? [];
    const details = all.slice((page - 1) * LISTING_LIMIT, page * LISTING_LIMIT);
    return ok({ details, total: all.length });
  };

function world(first: Answer) {
  const given = { answer: first, gate: undefined as Promise<void> | undefined };
  const asked: string[] = [];
  const listing = createListing({
    async page(merchant, page) {
      asked.push(`${merchant} ${page}`);
      const { answer, gate } = given;
      await gate;
      return answer(merchant, page);
    },
    text: () => 'no answer',
    now: () => now,
  });
  return { listing, given, asked, ids: () => listing.state.rows.map(({ _id }) => _id) };
}

test('ADM-04 pages of 100 join until the total is there', async () => {
  const { listing, asked, ids } = world(gateway({ m1: rowsOf(236) }));
  await listing.choose('m1');
  expect(ids()).toHaveLength(100);
  await listing.loadMore();
  await listing.loadMore();
  expect(ids()).toEqual(rowsOf(236).map(({ _id }) => _id));
  expect(listing.state.next).toBeUndefined();
  await listing.loadMore();
  expect(asked).toEqual(['m1 1', 'm1 2', 'm1 3']);
});

test('ADM-04 where the gateway names no total, a page that is not full is the last', async () => {
  const whole = gateway({ m1: rowsOf(150) });
  const { listing } = world((merchant, page) => {
    const outcome = whole(merchant, page);
    return outcome.ok ? ok({ ...outcome.value, total: null }) : outcome;
  });
  await listing.choose('m1');
  expect(listing.state.next).toBe(2);
  await listing.loadMore();
  expect(listing.state.next).toBeUndefined();
});

test('ADM-04 a page that fails half-way leaves the list as it is, says so, and can be asked for again', async () => {
  const { listing, given, ids } = world(gateway({ m1: rowsOf(236) }));
  await listing.choose('m1');
  const before = ids();
  given.answer = () => fail(network);
  await listing.loadMore();
  expect(ids()).toEqual(before);
  expect(listing.state).toMatchObject({
    status: 'ready',
    failure: 'no answer',
    next: 2,
    loadingMore: false,
  });
  given.answer = gateway({ m1: rowsOf(236) });
  await listing.loadMore();
  expect(ids()).toHaveLength(200);
  expect(listing.state.failure).toBeUndefined();
});

test('ADM-04 without a first answer the listing has failed; a refresh that fails keeps what is there', async () => {
  const { listing, given, ids } = world(() => fail(network));
  await listing.choose('m1');
  expect(listing.state).toMatchObject({ status: 'failed', failure: 'no answer' });
  given.answer = gateway({ m1: rowsOf(3) });
  await listing.load();
  expect(listing.state.status).toBe('ready');
  given.answer = () => fail(network);
  await listing.load();
  expect(listing.state).toMatchObject({ status: 'ready', failure: 'no answer' });
  expect(ids()).toHaveLength(3);
});

test('ADM-04 a refresh puts what is new in front and keeps what was paged to, unless there is a gap', async () => {
  const { listing, given, ids } = world(gateway({ m1: rowsOf(236) }));
  await listing.choose('m1');
  await listing.loadMore();
  given.answer = gateway({ m1: [row(0), ...rowsOf(236)] });
  await listing.load();
  expect(ids()).toEqual(['id0', ...rowsOf(200).map(({ _id }) => _id)]);
  expect(listing.state.next).toBe(3);
  const others = rowsOf(150).map((one) => ({ ...one, _id: `new ${one._id}` }));
  given.answer = gateway({ m1: others });
  await listing.load();
  expect(ids()).toEqual(others.slice(0, 100).map(({ _id }) => _id));
  expect(listing.state.next).toBe(2);
});

test('ADM-03 pages of nothing but what is pending are read over', async () => {
  const rows = [
    ...rowsOf(200, { code: '202' }),
    ...rowsOf(20).map((one, i) =>
      row(300 + i, { ...one, _id: `old${i}`, createdAt: one.createdAt }),
    ),
  ];
  const { listing, asked } = world(gateway({ m1: rows }));
  await listing.choose('m1');
  expect(asked).toEqual(['m1 1', 'm1 2', 'm1 3']);
  expect(shownEntries(listing.state, now)).toHaveLength(20);
});

test('ADM-04 a period is read as far back as it reaches, and no further', async () => {
  const { listing, asked } = world(gateway({ m1: rowsOf(236) }));
  await listing.choose('m1');
  await listing.setPeriod('Day');
  expect(shownEntries(listing.state, now)).toHaveLength(24);
  expect(mayHaveMore(listing.state, now)).toBe(false);
  await listing.setPeriod('Week');
  expect(mayHaveMore(listing.state, now)).toBe(true);
  expect(asked).toEqual(['m1 1']);
});

test('ADM-02 the answer about a merchant who is no longer chosen is not shown', async () => {
  const { listing, given, ids } = world(gateway({ m1: rowsOf(3), m2: [row(9)] }));
  const { promise, resolve } = Promise.withResolvers<void>();
  given.gate = promise;
  const first = listing.choose('m1');
  given.gate = undefined;
  await listing.choose('m2');
  resolve();
  await first;
  expect(listing.state.merchant).toBe('m2');
  expect(ids()).toEqual(['id9']);
  listing.leave();
  expect(listing.state).toMatchObject({ merchant: '', status: 'loading', rows: [] });
});

test('SESS-08 an answer that comes after somebody else signed in is not shown', async () => {
  const { listing, given, ids } = world(gateway({ m1: rowsOf(3) }));
  const { promise, resolve } = Promise.withResolvers<void>();
  given.gate = promise;
  const choosing = listing.choose('m1');
  listing.forget();
  resolve();
  await choosing;
  expect(ids()).toEqual([]);
});

test('ADM-04 a row that comes twice because others arrived meanwhile is shown once', () => {
  const joined = joinRows(rowsOf(3), [row(3), row(4)]);
  expect(joined.map(({ _id }) => _id)).toEqual(['id1', 'id2', 'id3', 'id4']);
});
