import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { freezeAccount } from '#core/contract/account/security.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { casesOfMovedDebts } from '#server/store/migrations/0080-moved-debts.ts';
import { openStrongSession } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const THEIRS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OWN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const save = (who: Member, label: string, address: string) =>
  who.must(saveAddress, {
    kind: 'crypto',
    label,
    currency_id: 'ETH',
    network: 'Ethereum',
    address,
  });

const known = async (who: Member, cryptoAddress: string) =>
  (await who.must(checkWithdrawalAddress, { paymentRouteId: 'eth-ethereum', cryptoAddress })).data;

test('HARD-64 a recipient that was saved since the account is in doubt is new again after a freeze, one from before stays known', async () => {
  const who = await kopa.customer();
  await save(who, 'Mine', OWN);
  await save(who, 'Theirs', THEIRS);
  const days = (count: number) => new Date(kopa.clock.now() - count * 86_400_000);
  await sql`update saved_addresses set created_at = case label when 'Mine' then ${days(60)}::timestamptz
    else ${days(3)}::timestamptz end where user_id = ${who.id}`.execute(kopa.db);
  expect(await known(who, THEIRS)).toMatchObject({ known: 'saved', label: 'Theirs' });
  await who.must(freezeAccount, {});
  await sql`update users set withdrawals_frozen = false where id = ${who.id}`.execute(kopa.db);
  const back = who.with({ credential: await openStrongSession(kopa.deps, who.id) });
  expect(await known(back, THEIRS)).toMatchObject({ known: 'new', label: 'Theirs' });
  expect(await known(back, OWN)).toMatchObject({ known: 'saved', label: 'Mine' });
});

test('HARD-50 a debt that a server of before moved by itself has the case that this one would have made, once', async () => {
  const { db, clock } = kopa.deps;
  const [former, again] = [await kopa.person(), await kopa.person()];
  const id = randomUUID();
  await sql`insert into bank_transfers (id, external_id, user_id, owed_by, currency, amount, payer, reference, state,
      reason, owed, seen_at, ask_at)
    values (${id}, ${id}, ${former.id}, ${again.id}, 'AUD', '500', '', '', 'recalled', 'recalled', 100,
      ${new Date(clock.now())}, ${new Date(clock.now())})`.execute(db);
  await casesOfMovedDebts.execute(db);
  await casesOfMovedDebts.execute(db);
  const rows = await db
    .selectFrom('debt_cases')
    .select(['id', 'former_id', 'decision', 'transfers'])
    .where('user_id', '=', again.id)
    .execute();
  expect(rows).toEqual([
    {
      id: derivedId('debt case', former.id, again.id),
      former_id: former.id,
      decision: null,
      transfers: id,
    },
  ]);
  // The books are sound: nothing was credited for this transfer.
  await sql`delete from bank_transfers where id = ${id}`.execute(db);
});
