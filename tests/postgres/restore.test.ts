import { expect, test } from 'vitest';
import { generateAddress } from '#core/contract/money/funds.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { compareTransfers, openAside } from '#server/services/money-out/withdrawals/comparison.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { isCompared } from '#server/services/operation/copies/compared.ts';
import { lookAtCopy } from '#server/services/operation/copies/older-copy.ts';
import { adminCommand, checkLedger } from '#tests/support/admin-command.ts';
import { newKey } from '#tests/support/api-client.ts';
import { Custodian } from '#tests/support/custodian.ts';
import {
  type InProcess,
  later,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const withdraw = async ({ api, deps }: InProcess, { credential }: Person): Promise<string> => {
  const request = {
    amount: '0.3',
    cryptoAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    paymentRouteId: 'btc-bitcoin',
    password,
  };
  const options = { credential, idempotencyKey: newKey() };
  const { data } = await api.must(createWithdrawal, request, options);
  // Nobody waits for the minutes in which it could be cancelled.
  deps.clock.advance(600_000);
  await sendDue(deps);
  return data.withdrawal_id;
};

const addressOf = async ({ api }: InProcess, { credential }: Person): Promise<string> => {
  const request = { currencyId: 'BTC', paymentRouteId: 'btc-bitcoin' };
  return (await api.must(generateAddress, request, { credential })).data.address;
};

test('OPS-01 HARD-82 after an older backup is restored, no address comes again and nothing is sent twice until an operator has looked', async () => {
  const custodian = new Custodian();
  await custodian.start();
  const env = custodian.env();
  const live = await freshDatabase();
  const first = await startInProcess({ databaseUrl: live.url, env });
  await stepDeposits(first.deps);
  expect(await compareTransfers(first.deps)).toBe(true);
  expect(await lookAtCopy(first.deps)).toBeUndefined();
  const customer = await person(first.deps, { balances: { BTC: '0.5' } });
  await first.deps.db.updateTable('users').set({ kyc_status: 'approved' }).execute();
  await first.close();
  const backup = await freshDatabase(live);

  const second = await startInProcess({ databaseUrl: live.url, env });
  const sent = await withdraw(second, customer);
  await moveDue(second.deps);
  expect(custodian.sent).toEqual([sent]);
  const stranger = await person(second.deps);
  const lost = await addressOf(second, stranger);
  await second.close();

  const restored = await startInProcess({ databaseUrl: backup.url, env });
  const { deps } = restored;
  // No restore takes less than a second, but this one may.
  deps.clock.advance(1_000);
  // The copy lies in another database, which the server sees by itself before it asks anybody.
  expect(await lookAtCopy(deps)).toBe('moved');
  expect(await lookAtCopy(deps)).toBeUndefined();
  expect(await restored.api.call(getWalletList, {}, customer)).toMatchObject({ status: 401 });
  expect(isCompared(deps.parties), 'nothing is begun before').toBe(false);
  expect(await compareTransfers(deps)).toBe(true);
  expect(isCompared(deps.parties)).toBe(true);
  expect(await openAside(deps.db)).toMatchObject([{ reference: sent }]);
  const told = restored.log.filter((line) => line.includes('the books do not know'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('docs/operating/restore.md');
  // The customer sees the balance of the backup, and asks again for what they have.
  const settings = { ...env, DATABASE_URL: backup.url };
  const trusted = await adminCommand(['trust', 'everyone', 'looked'], settings);
  expect(trusted).toMatchObject({ code: 0 });
  const again = await withdraw(restored, await later(restored, customer, 0));
  await moveDue(deps);
  expect(custodian.sent).toEqual([sent]);
  expect(await addressOf(restored, await person(deps))).not.toBe(lost);
  expect(await addressOf(restored, await person(deps))).not.toBe(lost);

  // The restored books lack it: the check says so, until an operator has booked it.
  const checked = await checkLedger(settings);
  expect(checked).toMatchObject({ code: 1, output: expect.stringContaining(sent) });
  const book = (amount: string, ...more: string[]) =>
    adminCommand(['book-transfer', sent, customer.email, amount, 'BTC', ...more], settings);
  // What they asked for again is set aside: the rest of the balance does not cover the first one.
  const refusals = [
    [await book('0.3', 'they have it'), 'is less than'],
    [await book('0.05'), 'Say why'],
    [await book('0', 'they have it'), 'is no amount'],
    [await book('five', 'they have it'), 'is no amount'],
  ] as const;
  for (const [{ code, output }, words] of refusals) {
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(words) });
  }
  expect(await openAside(deps.db)).toHaveLength(1);
  const booked = await book('0.05', 'they have it');
  expect(booked).toMatchObject({ code: 0, output: expect.stringContaining('no longer wait') });
  expect(await book('0.05', 'they have it')).toMatchObject({ code: 1 });
  const left = await deps.db
    .selectFrom('accounts')
    .select(['id', 'balance'])
    .where('owner', '=', customer.id)
    .where('balance', '<>', '0')
    .orderBy('id')
    .execute();
  expect(left.map(({ balance }) => String(balance))).toEqual(['14995000', '30005000']);
  expect((await checkLedger(settings)).output).toContain('The ledger is sound.');
  expect(await openAside(deps.db)).toEqual([]);
  await moveDue(deps);
  expect(custodian.sent).toEqual([sent, again]);
  await restored.close();
  await custodian.stop();
  await Promise.all([live.drop(), backup.drop()]);
}, 600_000);
