import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { assetCodes } from '#core/money/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/platform/tokens.ts';

const DAY = 24 * 3_600_000;
/** Units of which a number of 53 bits does not have the last digits. */
const MANY = '10000000000000000123';

type Stored = Pick<Deps, 'db' | 'clock'>;

/** A stored price of each hour and day that has closed by then, as far as any page shows them. */
export async function pricesUntil({ db }: Stored, then: number): Promise<void> {
  await sql`insert into market_candles
    select asset, length, opened_at, '1', '1', '1', '1' from unnest(${[...assetCodes]}::text[]) as asset,
      (values ('hour', interval '1 hour', interval '10 days'), ('day', interval '1 day', interval '1100 days'))
        as each (length, step, back),
      generate_series(date_trunc(length, ${new Date(then)}::timestamptz, 'UTC') - back,
        date_trunc(length, ${new Date(then)}::timestamptz, 'UTC') - step, step) as opened_at
    on conflict do nothing`.execute(db);
}

/** One of each thing that a customer can have or have under way, in rows that only reads look at. */
export async function oneOfEach({ db, clock }: Stored, userId: string) {
  const id = randomUUID();
  const now = new Date(clock.now());
  const soon = new Date(clock.now() + 30 * DAY);
  const recoveryLink = randomBytes(32).toString('base64url');
  const recipient = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const statements = [
    sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
      usdc_rate, token, status, created_at)
      values (${id}, ${userId}, '150.00', 'AUD', 5, 'BTC', '7', '1', ${id}, 'pending', ${now})`,
    sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents,
      address, tag, status, created_at)
      values (${id}, ${userId}, 'eth-ethereum', 'ETH', ${MANY}, 1, 100,
      ${recipient}, '', 'broadcast', ${now})`,
    sql`insert into deposits (id, user_id, currency, network, units, confirmations,
      confirmations_needed, state, seen_at, ask_at)
      values (${id}, ${userId}, 'ETH', 'Ethereum', ${MANY}, 3, 32, 'pending', ${now}, ${now})`,
    sql`insert into deposit_addresses (user_id, payment_route_id, network, address_index, address, tag,
      created_at, sandbox) values (${userId}, 'eth-ethereum', 'Ethereum',
      (select count(*) from deposit_addresses), ${`0x${id}`}, '', ${now}, true)`,
    sql`insert into saved_addresses (id, user_id, kind, label, currency, holder, bsb, account_number,
      created_at) values (${id}, ${userId}, 'fiat', 'Bank', 'AUD', 'Test Person', '062-000', '12345678',
      ${now})`,
    sql`insert into saved_addresses (id, user_id, kind, label, currency, network, address, created_at)
      values (${`${id} crypto`}, ${userId}, 'crypto', 'Mine', 'ETH', 'Ethereum',
      ${recipient}, ${now})`,
    sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents,
      address, tag, holder, status, created_at)
      select ${`${id} payout`}, ${userId}, payment_routes.id, 'AUD', ${MANY}::numeric, 1, 100,
        '062-000 12345678', '', 'Test Person', 'requested', ${now}::timestamptz
      from payment_routes where currency = 'AUD'`,
    sql`insert into debt_cases (id, former_id, user_id, match, found_at, decision, decided_at)
      values (${id}, ${id}, ${userId}, 'same', ${now}, 'theirs', ${now})`,
    sql`insert into bank_accounts values (${userId}, 'AUD', ${id}, 'Test Person', 'A bank', '', '', '062-000',
      '1', '', ${now})`,
    sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
      reason, owed, seen_at, ask_at) values (${id}, ${id}, ${userId}, 'AUD', '10.00', 'Test Person', '',
      'pending', '', ${MANY}, ${now}, ${now})`,
    sql`insert into note_keys values (${userId}, 'a key', 'AAAA', 1000000, 'AAAA', 'AAAA', ${now})`,
    sql`insert into notes (user_id, entry_id, sealed, version, changed_at)
      values (${userId}, ${id}, 'AAAA', 1, ${now})`,
    sql`insert into notices (id, user_id, body, created_at, expires_at)
      values (${id}, ${userId}, 'A text', ${now}, ${soon})`,
    sql`insert into endings (user_id, at_once, officer, reason, noticed_at, ends_at, claim_until, look_at)
      values (${userId}, false, '', 'A reason', ${now}, ${soon}, ${soon}, ${soon})`,
    sql`insert into merchants values (${id}, 'A', 'Shop', 1)`,
    sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body, state, created_at,
      due_at) values (${id}, ${userId}, ${id}, 'complaint', '', 'A title', 'A text', 'open', ${now}, ${soon})`,
    sql`insert into recoveries values (${id}, ${userId}, 'waiting', '', ${now}, ${soon}, ${now}, ${soon})`,
    sql`insert into recovery_links (token_hash, recovery_id) values (${hashToken(recoveryLink)}, ${id})`,
    sql`insert into price_alerts (id, user_id, asset, kind, currency, threshold, channel, created_at)
      values (${id}, ${userId}, 'BTC', 'above', 'AUD', 100000000, 'mail', ${now})`,
    sql`insert into recurring_buys values (${id}, ${userId}, 'BTC', 'AUD', 1000, 'weekly', '2030-01-01',
      '2030-01-01', 100, 'active', ${now}, ${soon})`,
    sql`insert into passkeys (id, user_id, public_key, counter, transports, aaguid, backed_up, name, added_at,
      added_by) values (${id}, ${userId}, 'key', 0, '', '', false, 'A key', ${now}, '')`,
  ];
  for (const statement of statements) await statement.execute(db);
  const from = new Date(clock.now() - DAY).toISOString();
  return {
    ...{ purchase: id, withdrawal: id, request: id, recoveryLink, recipient },
    /** What was owned at its beginning and end; past once two days have gone by. */
    month: { from, until: new Date(clock.now() + DAY).toISOString() },
  };
}
