import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { taxLines } from '#core/contract/wallet/tax-lines.ts';
import { ok } from '#core/failure.ts';
import { readJournals } from './read-journals.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#transport/calls/call.ts', () => ({ call }));

const PAGES = 3;
let happened: string[] = [];

const pageAfter = (after: string | undefined) => {
  const number = Number(after ?? 0);
  const journal = {
    journal_id: `j${number}`,
    kind: 'deposit' as const,
    created_at: '2026-05-13T10:00:00.000Z',
    legs: [{ currency_id: number === 2 && unreadable ? 'NEW' : 'BTC', amount: '1' }],
  };
  const more = number + 1 < PAGES && { next: String(number + 1) };
  const data = isOld ? { data: [journal] } : { data: [], lines: taxLines([journal]) };
  return { status: 'success', ...data, money_id: 'AUD', as_of: '', ...more };
};
let unreadable = false;
/** A server of the version before knows no lines. */
let isOld = false;

beforeEach(() => {
  happened = [];
  unreadable = false;
  isOld = false;
  vi.stubGlobal('localStorage', { getItem: () => null });
  call.mockImplementation(async (_endpoint: unknown, { after }: { after?: string }) => {
    happened.push(`asked for ${after ?? 'the first'}`);
    return ok(pageAfter(after));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const read = (signal = new AbortController().signal) =>
  readJournals(
    { to: 0 },
    { signal, onProgress: ({ count }) => happened.push(`${count} were read`) },
  );

test('INS-03 the next page is asked for before the one that came is read', async () => {
  const told = await read();
  expect(told.ok && told.value.journals.map(({ id }) => id)).toEqual(['j0', 'j1', 'j2']);
  expect(happened).toEqual([
    ...['asked for the first', 'asked for 1', '1 were read'],
    ...['asked for 2', '2 were read', '3 were read'],
  ]);
});

test('INS-03 no further page is asked for once the report is not wanted', async () => {
  const control = new AbortController();
  call.mockImplementationOnce(async () => {
    control.abort();
    return ok(pageAfter(undefined));
  });
  await read(control.signal);
  expect(happened).toEqual(['1 were read']);
});

test('INS-03 a server of the version before is read, too', async () => {
  const now = await read();
  isOld = true;
  expect(await read()).toEqual(now);
});

test('INS-03 of what this page cannot read, nothing is reckoned', async () => {
  unreadable = true;
  for (isOld of [true, false]) {
    const told = await read();
    expect(told.ok && told.value).toMatchObject({ money: undefined });
  }
  call.mockImplementationOnce(async () => ok({ ...pageAfter('1'), lines: 'what is that?' }));
  const told = await read();
  expect(told.ok && told.value).toMatchObject({ journals: [], money: undefined });
});
