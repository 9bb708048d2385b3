import { expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { saveNotifications } from '#core/contract/account/notifications.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { filterTypeOf, statementOf, typeText } from '#core/statement/statement.ts';
import { csvCells, csvColumns, pdfTotals } from '#features/transactions/export-table.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const kopa = world({ prices: { BTC: '100000', USDC: '1' } });

async function buyByCard(who: Member, amount: string, outcome: 'success' | 'declined') {
  const { credential } = who;
  const order = await marketOrder(kopa.api, credential, amount);
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const opened = await who.must(initTransaction, { ...order, ...urls, payment_test_env: true });
  const { tracking_id: id, checkout } = opened.data;
  await kopa.decidesCard(checkout.token, outcome);
  const told = { transaction_id: id, ...order, device_type: 'x', status: 'unknown' } as const;
  await who.must(insertTransaction, told);
  kopa.clock.advance(1000);
}

async function exchange(who: Member, source: string, target: string, amount: string) {
  await who.swaps(source, target, amount);
  kopa.clock.advance(1000);
}

async function payOut(who: Member, addressId: string, amount: string, plan: 'confirm' | 'refuse') {
  const asked = { amount, address_id: addressId, fee: '0.5', password };
  await who.must(createPayout, asked);
  await kopa.sandbox.withdrawal(who.email, plan, 'bank');
  kopa.clock.advance(1000);
}

const correct = (who: Member, cents: bigint) =>
  inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      ...{ class: 'manual', kind: 'manual', userId: who.id },
      comment: 'Correction of a double credit/c1',
      postings: [
        { account: customer(who.id, 'available', 'AUD'), units: -cents },
        { account: house('manual', 'AUD'), units: cents },
      ],
    }),
  );

const readAll = async (who: Member, asked: object = {}) => {
  const { data, failed_payments } = await who.must(getTransactionHistory, { limit: 500, ...asked });
  return statementOf(data, failed_payments);
};

const column = (name: string): number => {
  const at = csvColumns.indexOf(name);
  expect(at, name).toBeGreaterThanOrEqual(0);
  return at;
};

/** The sums of two columns of a CSV, by the code in a third. */
function sumsOf(rows: readonly (readonly string[])[], amount: string, code: string) {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const currency = row[column(code)] ?? '';
    const units = parseUnits(row[column(amount)] || '0', 18) ?? expect.fail('no number');
    if (currency !== '') sums.set(currency, (sums.get(currency) ?? 0n) + units);
  }
  return sums;
}

test('HARD-52 the saved files add up to the wallet, with cards, bank transfers, recalls, a correction and payouts', async () => {
  const who = await kopa.customer();
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await who.must(updateProfile, profile);
  const chosen = { popup: [], email: ['transactionRejected' as const] };
  await who.must(saveNotifications, chosen);
  const accountId = await kopa.opensAccount(who);
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const saved = await who.must(saveAddress, {
    kind: 'fiat',
    label: 'Mine',
    holder: 'Test Person',
    ...account,
  });
  const own = saved.data.address_id;
  await buyByCard(who, '100.00', 'success');
  await buyByCard(who, '40.00', 'declined');
  const kept = await kopa.arrives(accountId, '812.37');
  await exchange(who, 'AUD', 'USDC', '310.10');
  await payOut(who, own, '120', 'confirm');
  await payOut(who, own, '33.33', 'refuse');
  await buyByCard(who, '51.08', 'success');
  const taken = await kopa.arrives(accountId, '250.05');
  await kopa.recalls(taken);
  expect((await correct(who, 1_21n)).kind).toBe('posted');
  // More than is left: one part is taken at once, and one of the next transfer.
  await kopa.recalls(kept);
  await kopa.arrives(accountId, '900.90');
  await exchange(who, 'USDC', 'AUD', '20');

  const entries = await readAll(who);
  expect(
    entries.map(typeText).filter((name) => !['Swap', 'Buy', 'Deposit'].includes(name)),
  ).toEqual([
    ...['Bank transfer recalled', 'Bank transfer recalled', 'Booked by hand'],
    ...['Bank transfer recalled', 'Returned', 'Withdraw', 'Withdraw'],
  ]);

  const rows = entries.map((entry) => csvCells(entry, 'UTC'));
  const came = sumsOf(
    rows.filter((row) => row[column('Status')] !== 'Returned'),
    ...(['Received amount', 'Received asset'] as const),
  );
  const left = sumsOf(
    rows.filter((row) => row[column('Status')] !== 'Returned'),
    ...(['Sent amount', 'Sent asset'] as const),
  );
  const wallet = await who.must(getWalletList, {});
  const balances = new Map(
    [...wallet.data, ...wallet.cash].map(({ currency, free_balance }) => [
      ...([currency.currency_id, parseUnits(free_balance, 18)] as const),
    ]),
  );
  expect(balances.get('AUD')).toBeGreaterThan(0n);
  const totals = new Map(pdfTotals(entries).map(([name, text]) => [name, text]));
  for (const [code, units] of balances) {
    const [received, sent] = [came.get(code) ?? 0n, left.get(code) ?? 0n];
    expect([code, formatUnits(received - sent, 18)]).toEqual([code, formatUnits(units ?? 0n, 18)]);
    const told = /^Received ([\d,.]+) · Sent ([\d,.]+)$/.exec(
      totals.get(code) ?? 'Received 0 · Sent 0',
    );
    const shown = told?.slice(1).map((text) => parseUnits(text.replaceAll(',', ''), 18));
    expect([code, shown]).toEqual([code, [received, sent]]);
  }
  // The whole CSV adds up as well: what came back stands on both sides.
  const all = [
    sumsOf(rows, 'Received amount', 'Received asset').get('AUD') ?? 0n,
    sumsOf(rows, 'Sent amount', 'Sent asset').get('AUD') ?? 0n,
  ] as const;
  expect(all[0] - all[1]).toBe(balances.get('AUD'));
  const cards = sumsOf(rows, 'Paid by card', 'Card currency');
  expect([...cards].map(([code, units]) => [code, formatUnits(units, 18)])).toEqual([
    ['AUD', '151.08'],
  ]);
  expect(totals.get('Paid by card')).toBe('AU$151.08');

  for (const type of ['Deposit', 'Withdraw', 'Buy', 'Swap'] as const) {
    const listed = entries.filter((entry) => filterTypeOf(entry) === type);
    expect(await readAll(who, { type }), type).toEqual(listed);
  }
  const found = async (search: string) => (await readAll(who, { search })).map(typeText);
  expect(await found('bank transfer recalled')).toEqual(Array(3).fill('Bank transfer recalled'));
  expect(await found('booked by hand')).toEqual(['Booked by hand']);
  expect(await found('withdrawn')).toEqual(['Withdraw']);

  await sendDue(kopa.deps);
  const mails = (await kopa.sandbox.inbox(who.email)).filter(
    ({ subject }) => subject === 'Bank transfer recalled',
  );
  expect(mails.map(({ text }) => /AU?\$[\d,.]+\d/.exec(text)?.[0])).toEqual([
    'AU$812.37',
    'AU$250.05',
  ]);
  expect(mails.map(({ text }) => text.includes('A part of it was not in your cash'))).toEqual([
    ...[true, false],
  ]);
});
