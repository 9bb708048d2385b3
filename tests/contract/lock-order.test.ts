import { createQueryId, PostgresQueryCompiler } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { disputeInSandbox } from '#server/adapters/payment/sandbox-payment.ts';
import type { Deps } from '#server/deps.ts';
import { hearDisputes } from '#server/services/money-in/purchases/charge-backs.ts';
import { recordByProvider } from '#server/services/money-in/purchases/record-purchase.ts';
import { settlePurchase } from '#server/services/money-in/purchases/settle-purchases.ts';
import {
  closePurchase,
  refundOpenPurchase,
} from '#server/services/money-in/purchases/stuck-purchase.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

let someone: Member;
const kopa = world({ prices: { BTC: '100000', USDC: '1' } });
beforeEach(async () => {
  someone = await kopa.customer({ market: 'USD' });
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await someone.must(updateProfile, profile);
});

/** Which of the two tables' rows a server locks, one after another. */
function watched(): { readonly deps: Deps; readonly locked: string[] } {
  const locked: string[] = [];
  const compiler = new PostgresQueryCompiler();
  const db = kopa.db.withPlugin({
    transformQuery({ node }) {
      const { sql: text } = compiler.compileQuery(node, createQueryId());
      const [, table] =
        /^select .* from "(users|purchases)" .* for (?:no key )?update$/.exec(text) ?? [];
      if (table) locked.push(table);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { deps: { ...kopa.deps, db }, locked };
}

async function paid(): Promise<string> {
  const { credential } = someone;
  const order = await marketOrder(kopa.api, credential, '100.00', 'USD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const asked = { ...order, ...urls, payment_test_env: true };
  const { data } = await kopa.api.must(initTransaction, asked, {
    ...{ credential, idempotencyKey: newKey() },
  });
  const body = new URLSearchParams({ outcome: 'success' });
  const page = `${kopa.url}/sandbox/pay/${data.checkout.token}`;
  await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return data.tracking_id;
}

const roads: Readonly<Record<string, (deps: Deps, id: string) => Promise<unknown>>> = {
  'the page': async (deps, id) => {
    const session = await kopa.db
      .selectFrom('sessions')
      .select(['id', 'user_id'])
      .where('user_id', '=', someone.id)
      .executeTakeFirstOrThrow();
    const operation = { userId: session.user_id, sessionId: session.id, key: newKey() };
    const request = { transaction_id: id };
    await recordByProvider(deps, { ...operation, path: insertTransaction.path, request }, id, 'x');
  },
  'the loop': settlePurchase,
  'an officer who closes it': (deps, id) =>
    inTransaction(deps.db, (tx) => closePurchase(deps, tx, id, 'Unpaid')),
  'an officer who gives it back': (deps, id) =>
    inTransaction(deps.db, (tx) => refundOpenPurchase(deps, tx, id)),
  'a dispute of it': async (deps, id) => {
    await settlePurchase(kopa.deps, id);
    const dispute = { state: 'taken', cents: 10_000n, reason: 'Fraud' } as const;
    await disputeInSandbox(deps.db, deps.clock.now, id, dispute);
    await hearDisputes(deps, id);
  },
};

test.each(Object.entries(roads))(
  'HARD-98 %s locks the customer before the purchase',
  async (_name, road) => {
    const id = await paid();
    const { deps, locked } = watched();
    await road(deps, id);
    expect(locked).toContain('purchases');
    expect(locked[0]).toBe('users');
  },
);
