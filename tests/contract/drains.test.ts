import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { savePushSubscription } from '#core/contract/account/notifications.ts';
import type { Incoming, ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import { sealSecret } from '#server/platform/secret-box.ts';
import { carryOutRecoveries } from '#server/services/access/recovery/carry-out.ts';
import { largeTransferLoop } from '#server/services/checks/monitoring/large-transfers.ts';
import { endSuspensions } from '#server/services/checks/screening/suspensions.ts';
import { placeOthers } from '#server/services/customers/risk/risk-worker.ts';
import { placeTerms } from '#server/services/customers/terms/announce.ts';
import { queueMail, sendDue } from '#server/services/messages/notices/outbox.ts';
import { pushDue } from '#server/services/messages/notices/push.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { closedMoneyLoop } from '#server/services/money-in/closed-money/closed-money.ts';
import { followCustodian } from '#server/services/money-in/deposits/deposit-feed.ts';
import { askAgain } from '#server/services/operation/webhooks/heed-notice.ts';
import { valueEntries } from '#server/services/records/wallet/entry-values.ts';
import { findToAsk } from '#server/services/tax/residence/tax-worker.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { person } from '#tests/support/in-process.ts';
import { subscription } from '#tests/support/push-subscription.ts';
import { world } from '#tests/support/world.ts';

const kopa = world({ booksByHand: true });

/** More than any loop takes at a time. */
const MANY = 120;
/** As many as one takes at a time, all of them before the others. */
const BAD = 110;

const idOf = (at: number): string => `c-${String(at).padStart(4, '0')}`;

/** Customers, the first of whom cannot be written about in a table. */
async function customers(table: string, column = 'user_id', first = ''): Promise<void> {
  const { db } = kopa.deps;
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob,
      currency_code, country_code, is_eu, kyc_status, created_at)
    select 'c-' || lpad(n::text, 4, '0'), 'c' || n || '@kopa.test', '', 'user', 'One', 'Of Many',
      '1990-01-01', 'EUR', 'LT', true, 'approved', now()
    from generate_series(0, ${MANY - 1}::integer) as n`.execute(db);
  await fails(table, column, first);
}

/** Writes about the first ones throw. */
async function fails(table: string, column: string, first = ''): Promise<void> {
  await sql
    .raw(`create function refuse_first() returns trigger language plpgsql as $$
      begin
        if new.${column} < '${first}${idOf(BAD)}' and new.${column} like '${first}c-%' then
          raise exception 'refused by the test';
        end if;
        return new;
      end $$`)
    .execute(kopa.db);
  await sql
    .raw(`create trigger refused before insert or update on ${table}
      for each row execute function refuse_first()`)
    .execute(kopa.db);
}

const found = async (table: string): Promise<number> => {
  const { rows } = await sql.raw(`select from ${table} where user_id like 'c-%'`).execute(kopa.db);
  return rows.length;
};

test('HARD-95 customers who cannot be placed in a risk group stop nobody behind them', async () => {
  await customers('data_updates');
  await placeOthers(kopa.deps);
  expect(await found('data_updates')).toBe(MANY - BAD);
  expect(kopa.log.join('\n')).toContain('customer not placed in a risk group');
});

test('HARD-95 customers who cannot be asked where they pay tax stop nobody behind them', async () => {
  await customers('tax_asks');
  await inTransaction(kopa.db, async (tx) => {
    await sql`insert into journals (id, class, kind, user_id, comment, network, sender, recipient,
        payment_method, created_at)
      select 'j-' || id, 'manual', 'swap', id, '', '', '', '', '', now() from users`.execute(tx);
    await sql`insert into postings (journal_id, line, account_id, currency, amount, created_at)
      select 'j-' || id, line, id || '/available/BTC', 'BTC', 1 - 2 * line, now()
      from users, generate_series(0, 1) as line`.execute(tx);
  });
  await findToAsk(kopa.deps);
  expect(await found('tax_asks')).toBe(MANY - BAD);
});

test('HARD-95 customers whose terms cannot be taken down stop nobody behind them', async () => {
  await customers('customer_terms');
  await placeTerms(kopa.deps);
  expect(await found('customer_terms')).toBe(MANY - BAD);
});

test('HARD-95 a suspension that cannot be ended stops none behind it', async () => {
  await customers('screenings', 'id', 'customer:');
  await sql`alter table screenings disable trigger refused`.execute(kopa.db);
  await sql`insert into screenings (id, subject, reference, user_id, state, matched, asked_at,
      suspended_until)
    select 'customer:' || id, 'customer', id, id, 'match', 'rule:through', now(), now()
    from users where id like 'c-%'`.execute(kopa.db);
  await sql`alter table screenings enable trigger refused`.execute(kopa.db);
  kopa.clock.advance(60_000);
  await endSuspensions(kopa.deps);
  const { rows } = await sql`select from screenings where state = 'released'`.execute(kopa.db);
  expect(rows).toHaveLength(MANY - BAD);
});

test('HARD-95 a recovery that cannot be told of stops none behind it', async () => {
  await customers('recoveries', 'id');
  await sql`alter table recoveries disable trigger refused`.execute(kopa.db);
  const [due, told] = [kopa.clock.now() + 3600_000, kopa.clock.now() - 90_000_000];
  await sql`insert into recoveries (id, user_id, stage, review, created_at, due_at, told_at,
      expires_at)
    select id, id, 'waiting', '', now(), ${new Date(due)}, ${new Date(told)}, ${new Date(due)}
    from users where id like 'c-%'`.execute(kopa.db);
  await sql`alter table recoveries enable trigger refused`.execute(kopa.db);
  await carryOutRecoveries(kopa.deps);
  const { rows } =
    await sql`select from recoveries where told_at > ${new Date(told + 1000)}`.execute(kopa.db);
  expect(rows).toHaveLength(MANY - BAD);
});

test('HARD-95 all pushes that wait leave in one round', async () => {
  const who = await kopa.person();
  await who.must(savePushSubscription, subscription());
  await sql`insert into notices (id, user_id, body, created_at, expires_at)
    select ${randomUUID()} || n, ${who.id}, 'Something', ${kopa.clock.sql},
      ${kopa.clock.sqlIn(3600)} from generate_series(1, 65) as n`.execute(kopa.db);
  let sent = 0;
  await pushDue(kopa.deps, async () => {
    sent++;
    return 'delivered';
  });
  expect(sent).toBeGreaterThanOrEqual(65);
});

test('HARD-95 all notices of providers that wait are asked about in one round', async () => {
  await sql`insert into provider_notices (digest, party, about, heard, answered, asked_at)
    select 'digest ' || n, 'payment', 'unknown ' || n, 1, 0, ${new Date(0)}
    from generate_series(1, 65) as n`.execute(kopa.db);
  await askAgain(kopa.deps);
  const { rows } = await sql`select from provider_notices where answered <> 0`.execute(kopa.db);
  expect(rows).toHaveLength(65);
});

test('HARD-95 transfers that cannot be valued stop none behind them', async () => {
  await customers('transfer_values');
  const at = new Date(kopa.clock.now() - 60_000);
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference,
      state, reason, seen_at, ended_at, ask_at)
    select id, id, id, 'EUR', '1.00', '', '', 'credited', '', ${at}, ${at}, ${at}
    from users where id like 'c-%'`.execute(kopa.db);
  await largeTransferLoop.round(kopa.deps, new AbortController().signal);
  expect(await found('transfer_values')).toBe(MANY - BAD);
  // What failed is looked for again at once, not only with the hour.
  await sql`drop trigger refused on transfer_values`.execute(kopa.db);
  await largeTransferLoop.round(kopa.deps, new AbortController().signal);
  expect(await found('transfer_values')).toBe(MANY);
});

test('HARD-95 an entry whose value cannot be written keeps none beside it from having one', async () => {
  const { deps } = kopa;
  await customers('entry_values', 'journal_id');
  await inTransaction(deps.db, async (tx) => {
    await sql`insert into journals (id, class, kind, user_id, comment, network, sender, recipient,
        payment_method, created_at)
      select id, 'manual', 'swap', id, '', '', '', '', '', ${deps.clock.sql}
      from users where id like 'c-%'`.execute(tx);
    await sql`insert into postings (journal_id, line, account_id, currency, amount, statement_of,
        created_at)
      select id, line, id || '/available/BTC', 'BTC', 1 - 2 * line,
        case line when 0 then id end, ${deps.clock.sql}
      from users, generate_series(0, 1) as line where id like 'c-%'`.execute(tx);
  });
  await valueEntries(deps);
  const { rows } = await sql`select from entry_values where journal_id like 'c-%'`.execute(deps.db);
  expect(rows).toHaveLength(MANY - BAD);
});

test('HARD-95 all bank transfers that are open are asked about in one round, as long as the bank answers', async () => {
  const { deps } = kopa;
  await sql`insert into bank_transfers (id, external_id, currency, amount, payer, reference, state,
      reason, seen_at, ask_at)
    select 'open-' || n, 'open-' || n, 'EUR', '1.00', '', '', 'pending', '', ${deps.clock.sql},
      ${deps.clock.sql} from generate_series(1, 65) as n`.execute(deps.db);
  const asked: string[] = [];
  const asking = (answer: 'none' | undefined): Deps => ({
    ...deps,
    parties: {
      ...deps.parties,
      bank: {
        ...deps.parties.bank,
        transfer: async (id) => {
          asked.push(id);
          return answer;
        },
      },
    },
  });
  await stepBank(asking(undefined));
  const once = asked.length;
  expect(once, 'its silence costs one batch').toBeLessThan(65);
  deps.clock.advance(3_600_000);
  await stepBank(asking('none'));
  expect(new Set(asked.slice(once)).size).toBe(65);
});

test('HARD-95 a part of a round that fails keeps none behind it from being done', async () => {
  const { deps } = kopa;
  await sql`insert into bank_transfers (id, external_id, currency, amount, payer, reference, state,
      reason, seen_at, ask_at)
    values ('open', 'open', 'EUR', '1.00', '', '', 'pending', '', ${deps.clock.sql},
      ${deps.clock.sql})`.execute(deps.db);
  let asked = 0;
  const bank = {
    ...deps.parties.bank,
    transfers: () => Promise.reject(new Error('refused by the test')),
    transfer: async () => {
      asked++;
      return 'none' as const;
    },
  };
  await stepBank({ ...deps, parties: { ...deps.parties, bank } });
  expect(asked).toBe(1);
  expect(kopa.log.join('\n')).toContain('bank not followed');
});

test('HARD-95 a deposit that cannot be taken keeps its place in the list, and those behind it are taken', async () => {
  const { deps } = kopa;
  const who = await person(deps);
  const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  await sql`insert into deposit_addresses (user_id, payment_route_id, network, address_index, address,
      tag, created_at, sandbox)
    values (${who.id}, 'btc-bitcoin', 'Bitcoin', 0, ${address}, '', now(), false)`.execute(deps.db);
  const reported = (id: string): ReportedDeposit => ({
    ...{ id, network: 'Bitcoin', address, tag: '', currency: 'BTC', amount: '0.1' },
    ...{ hash: `hash ${id}`, outputIndex: 0, confirmations: 0, status: 'pending', senders: [] },
  });
  await fails('deposits', 'external_id');
  const pages = [reported(idOf(1)), reported(idOf(BAD + 1))];
  const incoming: Incoming = {
    source: 'test',
    everySeconds: 10,
    list: async (cursor) => {
      const at = Number(cursor);
      const page = pages[at];
      return {
        deposits: page ? [page] : [],
        unreadable: [],
        cursor: String(Math.min(at + 1, pages.length)),
        more: at < pages.length,
      };
    },
    find: async () => undefined,
    isNotice: () => false,
  };
  await followCustodian(deps, incoming);
  const cursor = async () =>
    (
      await deps.db
        .selectFrom('custody_feeds')
        .select('cursor')
        .where('source', '=', 'test')
        .executeTakeFirstOrThrow()
    ).cursor;
  const taken = async () =>
    (
      await deps.db.selectFrom('deposits').select('external_id').orderBy('external_id').execute()
    ).map(({ external_id }) => external_id);
  expect(await taken()).toEqual([idOf(BAD + 1)]);
  expect(await cursor()).toBe('');
  await sql`drop trigger refused on deposits`.execute(deps.db);
  deps.clock.advance(60_000);
  await followCustodian(deps, incoming);
  expect(await taken()).toEqual([idOf(1), idOf(BAD + 1)]);
  expect(await cursor()).toBe('2');
});

test('HARD-95 closed accounts whose money cannot be set aside stop none behind them', async () => {
  const { deps } = kopa;
  await customers('closed_money', 'former_id');
  await inTransaction(deps.db, async (tx) => {
    await sql`insert into accounts (id, owner, kind, currency, balance)
      select id || '/available/EUR', id, 'available', 'EUR', 5 from users where id like 'c-%'`.execute(
      tx,
    );
    await sql`insert into journals (id, class, kind, user_id, comment, network, sender, recipient,
        payment_method, created_at)
      select id, 'payment', 'cash-in', id, '', '', '', '', '', now() from users where id like 'c-%'`.execute(
      tx,
    );
    await sql`insert into postings (journal_id, line, account_id, currency, amount, statement_of,
        created_at)
      select id, line, case line when 0 then id || '/available/EUR' else 'house/bank/EUR' end, 'EUR',
        5 - 10 * line, case line when 0 then id end, now()
      from users, generate_series(0, 1) as line where id like 'c-%'`.execute(tx);
    await sql`update users set deleted_at = now() where id like 'c-%'`.execute(tx);
  });
  await closedMoneyLoop.round(deps, new AbortController().signal);
  const { rows } = await sql`select from closed_money`.execute(deps.db);
  expect(rows).toHaveLength(MANY - BAD);
});

test('HARD-95 HARD-98 a mail that cannot be made keeps none behind it from leaving', async () => {
  const { deps } = kopa;
  await inTransaction(deps.db, async (tx) => {
    const mail = { subject: 'A subject', text: 'A text' };
    const id = randomUUID();
    await queueMail(deps, tx, { ...mail, to: 'first@kopa.test' }, { id });
    await tx
      .updateTable('mail_outbox')
      .set({ sealed: sealSecret(deps, `mail:${id}`, '{}'), urgent: true })
      .where('id', '=', id)
      .execute();
    for (let n = 0; n < 8; n++) await queueMail(deps, tx, { ...mail, to: `m${n}@kopa.test` });
  });
  await sendDue(deps);
  const { rows } = await sql`select from mail_outbox`.execute(deps.db);
  expect(rows).toHaveLength(1);
  // Its fault is ours, and not the mail server's (HARD-98).
  expect(kopa.log.join('\n')).toContain('mail not handled');
  expect(kopa.log.join('\n')).not.toContain('mail not sent');
});
