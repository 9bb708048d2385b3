import { confirmSwap } from '#core/contract/money/swap.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { findKept } from '#core/money/cash.ts';
import { parseUnitsDown } from '#core/money/decimal.ts';
import type { Copies } from '#tests/simulation/cast/copies.ts';
import type { SimulatedBank } from '#tests/simulation/parties/bank.ts';
import type { Cards } from '#tests/simulation/parties/cards.ts';
import type { Custodian } from '#tests/simulation/parties/custodian.ts';
import type { Carrier, Lists } from '#tests/simulation/parties/lists.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { World } from '#tests/simulation/world/world.ts';

interface Found {
  readonly check: string;
  readonly detail: string;
}

/** What was begun and has not ended. */
export interface Unfinished {
  readonly what: string;
  readonly detail: string;
}

/** What must hold between any two steps; each part names what breaks it. */
const laws = `
  select 'the postings of an asset add up to zero' as "check", currency as detail
    from postings group by currency having sum(amount) <> 0
  union all select 'every journal balances', journal_id || ' ' || currency
    from postings group by journal_id, currency having sum(amount) <> 0
  union all select 'a balance is the sum of its postings', coalesce(stored.id, summed.account_id)
    from accounts stored full join (
      select account_id, sum(amount) as total from postings
      where account_id not like 'house/%' group by account_id
    ) summed on summed.account_id = stored.id
    where coalesce(stored.balance, 0) <> coalesce(summed.total, 0)
  union all select 'no balance is negative', id || ' ' || balance from accounts where balance < 0
  union all select 'an operation is settled with its answer', user_id || ' ' || key
    from operations where state = 'open' or (state = 'done') <> (answer is not null)
  union all select 'one withdrawal for each key', made.n || ' for ' || asked.n || ' keys'
    from (select count(*) as n from withdrawals) made, (
      select count(distinct answer::jsonb -> 'data' ->> 'withdrawal_id') as n from operations
      where state = 'done'
        and operation in ('${createWithdrawal.path}', '${createPayout.path}')) asked
    where made.n <> asked.n
  union all select 'one swap for each key', made.n || ' for ' || asked.n || ' keys'
    from (select count(*) - (select count(*) from recurring_runs where outcome = 'bought') as n
      from journals where class = 'conversion') made, (
      select count(distinct answer::jsonb -> 'data' ->> 'operation_id') as n from operations
      where state = 'done' and operation = '${confirmSwap.path}') asked
    where made.n <> asked.n
  union all select 'one answer for each key', operation
    from operations where state = 'done' and operation in (
      '${confirmSwap.path}', '${createWithdrawal.path}', '${createPayout.path}')
    group by operation, answer having count(*) > 1
  union all select 'what is on hold is under way', h.owner || ' ' || h.currency || ' ' || h.balance
    from accounts h where h.kind = 'hold' and h.balance <> coalesce((
      select sum(units + fee_units) from withdrawals w where w.user_id = h.owner
        and w.currency = h.currency and w.status in ('requested', 'broadcast', 'failed')), 0)
  union all select 'nothing of a frozen account waits to be sent', withdrawals.id
    from withdrawals join users on users.id = user_id
    where withdrawals_frozen and status = 'requested' and not sending and to_cancel is null
  union all select 'nobody is signed in at a frozen account', users.id
    from sessions join users on users.id = user_id where withdrawals_frozen
  union all select 'a closed account has nothing', accounts.id
    from accounts join users on users.id = owner where deleted_at is not null and balance <> 0
  union all select 'what is recalled is taken or owed', t.id || ' ' || t.owed
    from bank_transfers t where t.state = 'recalled' and t.owed::numeric - coalesce((
      select sum(amount) from journals join postings on postings.journal_id = journals.id
      where journals.reference like 'cash-recalled:' || t.id || ':%'
        and account_id not like 'house/%'), 0) <> (
      select sum(amount) from journals join postings on postings.journal_id = journals.id
      where journals.reference like 'cash-in:' || t.id || '%' and account_id not like 'house/%')
  union all select 'what a card’s bank took is taken or owed', purchase_id || ' ' || owed
    from charge_backs c where charged - owed - waived <> coalesce((
      select sum(cents) from charge_back_parts p where p.purchase_id = c.purchase_id), 0)
  union all select 'a recurring buy buys once a day', buy_id || ' ' || day
    from recurring_runs group by buy_id, day having count(*) > 1
  union all select 'a recurring buy is not made up for', buy_id || ' ' || day
    from recurring_runs where outcome = 'bought'
      and created_at > (day::timestamp + interval '23 hours') at time zone 'UTC'
  union all select 'what is pending is on its way', p.owner || ' ' || p.currency || ' ' || p.balance
    from accounts p where p.kind = 'pending' and p.balance <> coalesce((
      select sum(units) from deposits d where d.user_id = p.owner
        and d.currency = p.currency and d.state = 'pending'), 0)
  union all select 'a payment is credited once', transaction_hash
    from deposits where state = 'credited' group by transaction_hash, output_index having count(*) > 1`;

interface WithdrawalRow {
  readonly id: string;
  readonly status: string;
  readonly units: string;
  readonly currency: string;
}

interface CreditRow {
  readonly transaction_hash: string;
  readonly currency: string;
  readonly total: string;
}

interface TransferRow {
  readonly external_id: string;
  readonly currency: string;
  readonly units: string;
}

/** What the books say against what the custodian and the bank did. */
async function againstParties(
  database: Database,
  { custodian, bank, copies }: Parties,
): Promise<Found[]> {
  const found: Found[] = [];
  const rows = await database.look<WithdrawalRow>(
    'select id, status, units::text, currency from withdrawals',
  );
  for (const { id, status, units, currency } of rows) {
    const sent = custodian.sent.get(id) ?? bank.sent.get(id);
    const scale = findKept(currency)?.scale ?? 0;
    if (sent && String(parseUnitsDown(sent.order.amount, scale)) !== units) {
      found.push({ check: 'what was sent is what was asked for', detail: id });
    }
    if (sent && status === 'cancelled') {
      found.push({ check: 'nothing that was cancelled is sent', detail: id });
    }
    if (status === 'completed' && sent?.state !== 'confirmed') {
      found.push({ check: 'what is completed was sent', detail: id });
    }
    if (status === 'refunded' && sent && sent.state !== 'failed') {
      found.push({ check: 'what is refunded was not sent', detail: id });
    }
  }
  for (const id of copies.stopped) {
    if (custodian.sent.has(id) || bank.sent.has(id)) {
      found.push({ check: 'what was stopped before a restore is not sent after it', detail: id });
    }
  }
  const credits = await database.look<CreditRow>(
    `select transaction_hash, currency, sum(units)::text as total from deposits
     where state = 'credited' group by transaction_hash, currency`,
  );
  for (const { transaction_hash, currency, total } of credits) {
    const payment = custodian.payments.find(({ hash }) => hash === transaction_hash);
    const scale = findKept(currency)?.scale ?? 0;
    if (!payment || String(parseUnitsDown(payment.amount, scale)) !== total) {
      found.push({ check: 'what is credited was paid', detail: transaction_hash });
    }
  }
  const transfers = await database.look<TransferRow>(
    `select external_id, bank_transfers.currency, sum(postings.amount)::text as units
      from bank_transfers join journals on journals.reference like 'cash-in:' || bank_transfers.id || '%'
      join postings on postings.journal_id = journals.id and postings.amount > 0
      group by external_id, bank_transfers.currency`,
  );
  for (const { external_id, currency, units } of transfers) {
    const payment = bank.payments.find(({ id }) => id === external_id);
    const scale = findKept(currency)?.scale ?? 0;
    if (!payment || String(parseUnitsDown(payment.amount, scale)) !== units) {
      found.push({ check: 'what is credited was paid', detail: external_id });
    }
    if (payment && payment.returns.size > 0) {
      found.push({ check: 'what is credited does not go back', detail: external_id });
    }
  }
  return found;
}

interface PurchaseRow {
  readonly id: string;
  readonly status: string;
  readonly bought: string | null;
  readonly crypto_units: string;
}

/** A purchase is credited once and whole, exactly if its card was charged and nothing was given back. */
async function againstCards(database: Database, cards: Cards): Promise<Found[]> {
  const found: Found[] = [];
  const rows = await database.look<PurchaseRow>(`select id, status, crypto_units::text, (
      select sum(amount)::text from journals join postings on postings.journal_id = journals.id
      where journals.reference like 'purchase:' || purchases.id || '%'
        and account_id not like 'house/%'
    ) as bought from purchases`);
  for (const { id, status, bought, crypto_units } of rows) {
    const payment = cards.payments.get(id);
    if (status === 'success' && (payment?.status !== 'success' || payment.refunds > 0)) {
      found.push({ check: 'what is bought by card was paid', detail: id });
    }
    if ((bought ?? '') !== (status === 'success' ? crypto_units : '')) {
      found.push({
        check: 'a paid purchase is credited once',
        detail: `${id} ${status} ${bought}`,
      });
    }
    if (status === 'refunded' && payment?.refunds !== 1) {
      found.push({ check: 'a payment that bought nothing is given back', detail: id });
    }
  }
  return found;
}

/** What cards' banks have taken back, and the books do not say so yet. */
export async function unheardDisputes(database: Database, cards: Cards): Promise<Unfinished[]> {
  const rows = await database.look<{ id: string; charged: string | null }>(
    `select id, charged::text from purchases left join charge_backs on purchase_id = id
      where status = 'success'`,
  );
  return rows.flatMap(({ id: detail, charged }) => {
    const payment = cards.payments.get(detail);
    const isHeard = !payment?.dispute || charged === String(cards.takenOf(payment));
    return isHeard ? [] : [{ what: 'every dispute is followed', detail }];
  });
}

/** Nothing is sent to an address that was on a list before anybody asked for it, and is there still. */
async function againstLists(database: Database, sim: Parties): Promise<Found[]> {
  const { custodian, lists, carrier } = sim;
  const sent = [...custodian.sent].filter(
    ([id, { order, at }]) =>
      carrier.refused.has(id) || Number(lists.listed.get(order.address)) < at,
  );
  if (sent.length === 0) return [];
  const rows = await database.look<{ id: string; at: Date }>(
    'select id, created_at as at from withdrawals where id = any($1)',
    [sent.map(([id]) => id)],
  );
  return rows.flatMap(({ id, at }) => {
    if (carrier.refused.has(id)) {
      return [{ check: 'what its recipient’s provider refused is not sent', detail: id }];
    }
    const listed = lists.listed.get(custodian.sent.get(id)?.order.address ?? '');
    return listed !== undefined && listed < at.getTime()
      ? [{ check: 'nothing is sent to an address on a list', detail: id }]
      : [];
  });
}

/** The parties that know what is true. */
export interface Parties {
  readonly custodian: Custodian;
  readonly bank: SimulatedBank;
  readonly cards: Cards;
  readonly lists: Lists;
  readonly carrier: Carrier;
  readonly copies: Pick<Copies, 'stopped'>;
}

/** Looks at the books, if they can have changed. */
export async function checkBooks(
  world: World,
  database: Database,
  parties: Parties,
): Promise<void> {
  const found = [
    ...(await database.look<Found>(laws)),
    ...(await againstParties(database, parties)),
    ...(await againstCards(database, parties.cards)),
    ...(await againstLists(database, parties)),
  ];
  for (const { check, detail } of found) world.violated(check, detail);
}
