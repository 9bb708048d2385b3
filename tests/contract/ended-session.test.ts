import { expect, test, vi } from 'vitest';
import { listAddresses } from '#core/contract/account/address-book.ts';
import { endOtherSessions } from '#core/contract/account/security.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { endSessions, openSession } from '#server/services/access/sessions/sessions.ts';
import { setAntiPhishingCode } from '#server/services/customers/account/anti-phishing.ts';
import { proposeSecret } from '#server/services/customers/account/two-factor-switch.ts';
import { confirmSwap as confirm } from '#server/services/exchange/swaps/swap-confirm.ts';
import { addAddress } from '#server/services/money-out/withdrawals/address-book.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const onOtherDevice = async ({ id }: Member) => {
  const opened = await inTransaction(kopa.db, (tx) =>
    openSession(kopa.deps, tx, id, { info: 'other', place: '' }),
  );
  return { token: opened.token, refreshToken: opened.refreshToken };
};

const moved = async ({ id }: Member): Promise<number> =>
  (
    await kopa.db
      .selectFrom('journals')
      .select('id')
      .where('user_id', '=', id)
      .where('kind', '<>', 'deposit')
      .execute()
  ).length;

test('BEY-12 a withdrawal moves nothing if another device ends its session while it is under way', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const { market } = kopa.deps.parties;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const price = await market.price('ETH');
  const asked = vi.spyOn(market, 'price').mockImplementation(async () => {
    await held;
    return price;
  });
  const theirs = who.withdraws('ETH', '0.5', ETH);
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  await kopa.api.must(endOtherSessions, {}, { credential: await onOtherDevice(who) });
  release();
  expect(await theirs).toMatchObject({ ok: false, status: 401 });
  asked.mockRestore();
  expect(await moved(who)).toBe(0);
});

test('BEY-12 other requests that were let in before their session was ended change nothing either', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const { data } = await who.must(swapCrypto, {
    sourceCurrencyId: 'BTC',
    targetCurrencyId: 'USDC',
    sourceCurrencyAmount: '0.5',
  });
  const { id: sessionId } = await kopa.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  await inTransaction(kopa.db, (tx) => endSessions(kopa.deps, tx, who.id));
  const owner: Owner = { userId: who.id, sessionId };
  const operation = { ...owner, key: newKey(), path: confirmSwap.path, request: {} };
  const address = { kind: 'crypto', label: 'Theirs', currency: 'ETH', address: ETH } as const;
  const answers = [
    await confirm(kopa.deps, operation, {
      quoteId: data.conversion_quote_id,
      insteadOf: undefined,
    }),
    await addAddress(kopa.deps, owner, address),
    await proposeSecret(kopa.deps, owner, undefined),
    await setAntiPhishingCode(kopa.deps, owner, 'KOALA42'),
  ];
  for (const answer of answers) {
    expect(answer && isRefused(answer) ? answer.refusal.code : answer).toBe('UNAUTHENTICATED');
  }
  expect(await moved(who)).toBe(0);
  const book = await kopa.api.must(listAddresses, {}, { credential: await onOtherDevice(who) });
  expect(book.data.crypto).toEqual([]);
});
