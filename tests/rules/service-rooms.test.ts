import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const services = resolve(import.meta.dirname, '..', '..', 'server', 'services');

/**
 * The rooms of the services that each room imports. It may import only rooms above it in this list, so there are no
 * cycles.
 */
const imports: Readonly<Record<string, readonly string[]>> = {
  'customers/archive': [],
  'money-out/exits': [],
  'staff/audit': [],
  'money-in/debts': ['customers/archive'],
  'access/credentials': ['staff/audit'],
  'operation/copies': ['staff/audit', 'access/credentials'],
  'checks/gates': ['operation/copies'],
  'exchange/trading': ['checks/gates'],
  'customers/users': ['customers/archive', 'access/credentials', 'checks/gates'],
  'messages/notices': ['access/credentials', 'customers/users'],
  'money-in/closed-money': ['customers/archive', 'money-in/debts', 'messages/notices'],
  'exchange/offers': ['exchange/trading', 'customers/users'],
  'customers/endings': [
    'money-in/closed-money',
    'money-in/debts',
    'checks/gates',
    'messages/notices',
    'customers/users',
  ],
  'tax/residence': ['checks/gates', 'messages/notices', 'customers/users'],
  'customers/risk': [
    'customers/endings',
    'checks/gates',
    'messages/notices',
    'tax/residence',
    'exchange/trading',
    'customers/users',
  ],
  'checks/monitoring': ['exchange/offers', 'customers/users'],
  'checks/screening': ['customers/archive', 'staff/audit', 'checks/gates', 'checks/monitoring'],
  'checks/travel-rule': ['checks/screening'],
  'records/notes': ['access/credentials', 'customers/users'],
  'customers/terms': ['customers/endings', 'messages/notices', 'customers/users'],
  'messages/alerts': ['messages/notices', 'exchange/offers', 'customers/users'],
  'records/wallet': ['exchange/offers'],
  'records/gains': ['exchange/offers', 'tax/residence', 'customers/users'],
  'records/portfolio': ['messages/notices', 'customers/users'],
  'money-in/deposits': [
    ...[
      'money-in/closed-money',
      'operation/copies',
      'checks/gates',
      'messages/notices',
      'exchange/offers',
      'checks/screening',
      'checks/travel-rule',
    ],
    'customers/users',
  ],
  'money-out/withdrawals': [
    ...[
      'customers/archive',
      'money-in/closed-money',
      'operation/copies',
      'access/credentials',
      'money-in/debts',
      'money-out/exits',
      'checks/gates',
    ],
    ...[
      'messages/notices',
      'exchange/offers',
      'checks/screening',
      'tax/residence',
      'exchange/trading',
      'checks/travel-rule',
      'customers/users',
    ],
  ],
  'money-in/bank': [
    ...[
      'operation/copies',
      'money-in/debts',
      'checks/gates',
      'messages/notices',
      'exchange/offers',
      'customers/risk',
      'checks/screening',
      'customers/users',
    ],
    'money-out/withdrawals',
  ],
  'records/position': ['money-in/bank'],
  'operation/watch': [
    'money-out/exits',
    'checks/gates',
    'messages/notices',
    'exchange/offers',
    'records/position',
    'checks/screening',
  ],
  'exchange/swaps': [
    'money-in/debts',
    'checks/gates',
    'messages/notices',
    'exchange/offers',
    'customers/risk',
    'exchange/trading',
  ],
  'exchange/recurring': [
    'checks/gates',
    'messages/notices',
    'exchange/offers',
    'customers/risk',
    'exchange/swaps',
    'customers/users',
  ],
  'money-in/purchases': [
    ...[
      'money-in/closed-money',
      'operation/copies',
      'money-in/debts',
      'checks/gates',
      'messages/notices',
      'exchange/offers',
      'customers/risk',
      'customers/users',
    ],
    'money-out/withdrawals',
  ],
  'access/sessions': [
    'staff/audit',
    'operation/copies',
    'access/credentials',
    'messages/notices',
    'customers/users',
  ],
  'customers/identity': [
    'money-in/debts',
    'customers/endings',
    'messages/notices',
    'customers/risk',
    'checks/screening',
    'tax/residence',
    'customers/users',
    'money-out/withdrawals',
  ],
  'access/recovery': [
    ...[
      'operation/copies',
      'access/credentials',
      'customers/identity',
      'messages/notices',
      'access/sessions',
      'customers/users',
      'money-out/withdrawals',
    ],
  ],
  'customers/requests': ['messages/notices', 'customers/users'],
  'checks/held': [
    'money-in/bank',
    'money-in/deposits',
    'checks/monitoring',
    'checks/screening',
    'money-out/withdrawals',
  ],
  'tax/carf': [
    'customers/archive',
    'staff/audit',
    'records/gains',
    'checks/screening',
    'tax/residence',
    'checks/travel-rule',
  ],
  'staff/desk': [
    'customers/archive',
    'staff/audit',
    'money-in/bank',
    'money-in/closed-money',
    'operation/copies',
    'access/credentials',
    'money-in/debts',
    'money-in/deposits',
    'customers/endings',
    'money-out/exits',
    'checks/gates',
    'checks/held',
    'customers/identity',
    'checks/monitoring',
    'messages/notices',
    'money-in/purchases',
    'access/recovery',
    'customers/requests',
    'customers/risk',
    'checks/screening',
    'access/sessions',
    'checks/travel-rule',
    'customers/users',
    'money-out/withdrawals',
    'records/wallet',
  ],
  'records/waiting': ['money-in/deposits', 'checks/gates', 'money-out/withdrawals'],
  'operation/webhooks': [
    'money-in/bank',
    'customers/identity',
    'money-in/purchases',
    'access/recovery',
  ],
  'customers/account': [
    ...[
      'customers/archive',
      'staff/audit',
      'money-in/closed-money',
      'operation/copies',
      'access/credentials',
      'money-in/debts',
      'customers/endings',
    ],
    ...[
      'records/notes',
      'messages/notices',
      'access/recovery',
      'checks/screening',
      'access/sessions',
      'customers/terms',
      'customers/users',
      'money-out/withdrawals',
    ],
  ],
  'staff/admin': [
    ...[
      'staff/audit',
      'operation/copies',
      'access/credentials',
      'checks/held',
      'messages/notices',
      'access/recovery',
      'access/sessions',
      'customers/users',
    ],
    'money-out/withdrawals',
  ],
};

const rooms = Object.keys(imports);

/** The rooms from which a text imports. */
const importedIn = (text: string): readonly string[] =>
  [...text.matchAll(/'#server\/services\/([a-z-]+\/[a-z-]+)\//g)].map(([, room = '']) => room);

test('every room of the services is listed, and nothing lies outside of a room', () => {
  expect(globSync('*/*', { cwd: services }).sort()).toEqual([...rooms].sort());
});

test('each room imports exactly the rooms listed for it', () => {
  const files = globSync('*/*/**/*.ts', { cwd: services }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = rooms.map((room) => {
    const inRoom = files.filter((file) => file.startsWith(room + sep));
    const named = inRoom.flatMap((file) => importedIn(readFileSync(join(services, file), 'utf8')));
    return [room, [...new Set(named)].filter((other) => other !== room).sort()] as const;
  });
  const told = Object.entries(imports).map(([room, others]) => [room, [...others].sort()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told));
});

test('each room imports only rooms above it in the list, so there are no cycles', () => {
  for (const [at, room] of rooms.entries()) {
    expect(rooms.slice(0, at)).toEqual(expect.arrayContaining([...(imports[room] ?? [])]));
  }
});

test('an import from another room is found, also if it is only of types', () => {
  const text =
    "import type { RouteRow } from '#server/services/exchange/offers/payment-routes.ts';";
  expect(importedIn(text)).toEqual(['exchange/offers']);
});
