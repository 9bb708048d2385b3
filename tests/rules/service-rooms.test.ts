import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const services = resolve(import.meta.dirname, '..', '..', 'server', 'services');

/**
 * The rooms of the services that each room imports. It may import only rooms above it in this list, so there are no
 * cycles.
 */
const imports: Readonly<Record<string, readonly string[]>> = {
  archive: [],
  exits: [],
  audit: [],
  debts: ['archive'],
  credentials: ['audit'],
  copies: ['audit', 'credentials'],
  gates: ['copies'],
  trading: ['gates'],
  users: ['archive', 'credentials', 'gates'],
  notices: ['credentials', 'users'],
  'closed-money': ['archive', 'debts', 'notices'],
  offers: ['trading', 'users'],
  endings: ['closed-money', 'debts', 'gates', 'notices', 'users'],
  tax: ['gates', 'notices', 'users'],
  risk: ['endings', 'gates', 'notices', 'tax', 'trading', 'users'],
  monitoring: ['offers', 'users'],
  screening: ['archive', 'audit', 'gates', 'monitoring'],
  'travel-rule': ['screening'],
  notes: ['credentials', 'users'],
  terms: ['endings', 'notices', 'users'],
  alerts: ['notices', 'offers', 'users'],
  wallet: ['offers'],
  gains: ['offers', 'tax', 'users'],
  portfolio: ['notices', 'users'],
  deposits: [
    ...['closed-money', 'copies', 'gates', 'notices', 'offers', 'screening', 'travel-rule'],
    'users',
  ],
  withdrawals: [
    ...['archive', 'closed-money', 'copies', 'credentials', 'debts', 'exits', 'gates'],
    ...['notices', 'offers', 'screening', 'tax', 'trading', 'travel-rule', 'users'],
  ],
  bank: [
    ...['copies', 'debts', 'gates', 'notices', 'offers', 'risk', 'screening', 'users'],
    'withdrawals',
  ],
  position: ['bank'],
  watch: ['exits', 'gates', 'notices', 'offers', 'position', 'screening'],
  swaps: ['debts', 'gates', 'notices', 'offers', 'risk', 'trading'],
  recurring: ['gates', 'notices', 'offers', 'risk', 'swaps', 'users'],
  purchases: [
    ...['closed-money', 'copies', 'debts', 'gates', 'notices', 'offers', 'risk', 'users'],
    'withdrawals',
  ],
  sessions: ['audit', 'copies', 'credentials', 'notices', 'users'],
  identity: ['debts', 'endings', 'notices', 'risk', 'screening', 'tax', 'users', 'withdrawals'],
  recovery: [
    ...['copies', 'credentials', 'identity', 'notices', 'sessions', 'users', 'withdrawals'],
  ],
  requests: ['notices', 'users'],
  held: ['bank', 'deposits', 'monitoring', 'screening', 'withdrawals'],
  carf: ['archive', 'audit', 'gains', 'screening', 'tax', 'travel-rule'],
  desk: [
    'archive',
    'audit',
    'bank',
    'closed-money',
    'copies',
    'credentials',
    'debts',
    'deposits',
    'endings',
    'exits',
    'gates',
    'held',
    'identity',
    'monitoring',
    'notices',
    'purchases',
    'recovery',
    'requests',
    'risk',
    'screening',
    'sessions',
    'travel-rule',
    'users',
    'withdrawals',
  ],
  waiting: ['deposits', 'gates', 'withdrawals'],
  webhooks: ['bank', 'identity', 'purchases', 'recovery'],
  account: [
    ...['audit', 'closed-money', 'copies', 'credentials', 'debts', 'endings'],
    ...['notes', 'notices', 'recovery', 'screening', 'sessions', 'terms', 'users', 'withdrawals'],
  ],
  admin: [
    ...['audit', 'copies', 'credentials', 'held', 'notices', 'recovery', 'sessions', 'users'],
    'withdrawals',
  ],
};

const rooms = Object.keys(imports);

/** The rooms from which a text imports. */
const importedIn = (text: string): readonly string[] =>
  [...text.matchAll(/'#server\/services\/([a-z-]+)\//g)].map(([, room = '']) => room);

test('every room of the services is listed, and nothing lies outside of a room', () => {
  expect(readdirSync(services).sort()).toEqual([...rooms].sort());
});

test('each room imports exactly the rooms listed for it', () => {
  const files = globSync('*/**/*.ts', { cwd: services }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = rooms.map((room) => {
    const inRoom = files.filter((file) => file.startsWith(room + sep));
    const named = inRoom.flatMap((file) => importedIn(readFileSync(join(services, file), 'utf8')));
    return [room, [...new Set(named)].filter((other) => other !== room).sort()];
  });
  expect(Object.fromEntries(found)).toEqual(imports);
});

test('each room imports only rooms above it in the list, so there are no cycles', () => {
  for (const [at, room] of rooms.entries()) {
    expect(rooms.slice(0, at)).toEqual(expect.arrayContaining([...(imports[room] ?? [])]));
  }
});

test('an import from another room is found, also if it is only of types', () => {
  const text = "import type { RouteRow } from '#server/services/offers/payment-routes.ts';";
  expect(importedIn(text)).toEqual(['offers']);
});
