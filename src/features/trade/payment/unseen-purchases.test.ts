import { expect, test } from 'vitest';
import type { UnseenPurchase } from '#core/contract/money/payment.ts';
import { fail, ok } from '#core/failure.ts';
import { forgetful, scope } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { createUnseenPurchases, shownOf, type UnseenDeps } from './unseen-purchases.ts';

const purchase = (id: string, status: UnseenPurchase['status']): UnseenPurchase => ({
  transaction_id: id,
  status,
  amount: '100.00',
  currency: 'AUD',
  crypto_value: '0.001',
  crypto_currency: 'BTC',
  usdc: '62.5',
  created_at: '2026-05-13T10:42:00Z',
});

/** What everybody but the first customer has. */
const others = [purchase('b', 'declined')];

function world(list: readonly UnseenPurchase[], first: UnseenPurchase['status'] | undefined) {
  let truth = first;
  const calls: string[] = [];
  const present = (id: string): void => void Object.assign(session, { user: { id } });
  present('u1');
  let reachable = true;
  let meanwhile = () => {};
  let remembered: boolean | undefined;
  const listed = async () => {
    calls.push('list');
    const purchases = session.user?.id === 'u1' ? list : others;
    return reachable ? ok({ payment_test_env: true, purchases }) : fail({ kind: 'network' });
  };
  const recorded = async ({ transaction_id }: UnseenPurchase) => {
    calls.push(`record ${transaction_id}`);
    meanwhile();
    return truth;
  };
  const made = createUnseenPurchases({
    purchases: () => scope().only<Awaited<ReturnType<UnseenDeps['purchases']>>>(listed()),
    settleIntents: async () => {
      calls.push('settle');
    },
    record: (purchase) => scope().only(recorded(purchase)),
    see: async (id) => {
      calls.push(`see ${id}`);
    },
    remember: (open) => {
      remembered = open;
    },
  });
  return {
    unseen: forgetful(made),
    calls,
    remembered: () => remembered,
    signIn: present,
    onRecord: (happens: () => void) => {
      meanwhile = happens;
    },
    cut: () => {
      reachable = false;
    },
    settle: (status: UnseenPurchase['status']) => {
      truth = status;
    },
  };
}

const told = ({ unseen }: ReturnType<typeof world>) =>
  unseen.state.items.map(({ transaction_id, status }) => `${transaction_id} ${status}`);

test('BEY-17 what is open is asked about, what ended is told, lost answers first', async () => {
  const one = world([purchase('a', 'pending'), purchase('b', 'declined')], 'success');
  await one.unseen.load();
  expect(one.calls).toEqual(['settle', 'list', 'record a']);
  expect(told(one)).toEqual(['a success', 'b declined']);
});

test('BEY-17 what nobody can say stays pending', async () => {
  for (const truth of [undefined, 'unknown'] as const) {
    const one = world([purchase('a', 'unknown')], truth);
    await one.unseen.load();
    expect(told(one)).toEqual(['a pending']);
  }
});

test('BEY-17 what was seen is not told again', async () => {
  const one = world([purchase('a', 'success')], undefined);
  await one.unseen.load();
  one.unseen.dismiss('a');
  expect(told(one)).toEqual([]);
  await one.unseen.load();
  expect(told(one)).toEqual([]);
  expect(one.calls).toContain('see a');
});

test('BEY-17 a payment that is left open while news is asked for stays told', async () => {
  const all = [purchase('a', 'pending')];
  const one = world(all, undefined);
  one.onRecord(() => {
    if (all.length > 1) return;
    const left = purchase('b', 'pending');
    all.unshift(left);
    one.unseen.state.items = [left];
  });
  await one.unseen.load();
  expect(told(one)).toEqual(['b pending', 'a pending']);
});

test('BEY-17 what is open can be put away, and its end is told all the same', async () => {
  const one = world([purchase('a', 'pending'), purchase('b', 'unknown')], undefined);
  await one.unseen.load();
  const shown = () => shownOf(one.unseen.state).map(({ transaction_id: id }) => id);
  one.unseen.hide('a');
  // One at a time: the other is still told.
  expect(shown()).toEqual(['b']);
  one.unseen.hide('b');
  expect(shown()).toEqual([]);
  await one.unseen.load();
  expect(shown()).toEqual([]);
  // Put away, they are open all the same.
  expect(told(one)).toEqual(['a pending', 'b pending']);
  one.settle('success');
  await one.unseen.load();
  expect(shown()).toEqual(['a', 'b']);
  expect(told(one)).toEqual(['a success', 'b success']);
});

test('BEY-17 news that arrives for somebody who is gone is told to nobody else', async () => {
  const one = world([purchase('a', 'success')], undefined);
  void one.unseen.load();
  one.signIn('u2');
  await one.unseen.load();
  expect(told(one)).toEqual(['b declined']);
});

test('BEY-17 nor are those that were being asked about when another customer signed in, who is told their own', async () => {
  const one = world([purchase('a', 'pending')], 'success');
  const next = new Promise<void>((resolve) => {
    one.onRecord(() => {
      one.signIn('u2');
      // Asked for by the pages of the one who came, while the first question is under way.
      resolve(one.unseen.load());
    });
  });
  void one.unseen.load();
  await next;
  expect(told(one)).toEqual(['b declined']);
});

test('D30 the server says whether the form is the sandbox’s; without it nobody does', async () => {
  const one = world([], undefined);
  expect(await one.unseen.testForm()).toBe(true);
  const other = world([], undefined);
  other.cut();
  expect(await other.unseen.testForm()).toBeUndefined();
});

test('SPEC-12 a payment is over once it is paid, cancelled or seen elsewhere, not where another card may work', async () => {
  const over = (list: readonly UnseenPurchase[]) => world(list, undefined).unseen.ended('a');
  expect(await over([purchase('a', 'success')])).toBe(true);
  expect(await over([purchase('a', 'cancelled')])).toBe(true);
  expect(await over([{ ...purchase('a', 'failed'), refund: 'under-way' }])).toBe(true);
  expect(await over([purchase('b', 'pending')])).toBe(true);
  for (const status of ['pending', 'unknown', 'declined', 'failed'] as const) {
    expect([status, await over([purchase('a', status)])]).toEqual([status, false]);
  }
  const cut = world([purchase('a', 'success')], undefined);
  cut.cut();
  expect(await cut.unseen.ended('a')).toBeUndefined();
});

test('SPEC-11 the device knows whether a payment is open, for the next page to leave room for it above its form', async () => {
  const one = world([purchase('a', 'pending'), purchase('b', 'declined')], 'pending');
  await one.unseen.load();
  expect(one.remembered()).toBe(true);
  one.settle('success');
  await one.unseen.load();
  expect(one.remembered()).toBe(false);
  one.unseen.showOnPage('c');
  expect(one.remembered()).toBe(true);
});
