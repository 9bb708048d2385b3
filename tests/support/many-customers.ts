import type pg from 'pg';
import { pastQuarters } from '#core/time/month.ts';

/** The number of postings of each customer's eleven transactions. */
export const POSTINGS_EACH = 50;
const EVENTS = 11;

/** Tables whose indexes are built after all rows are written: to update them with each row would take far too long. */
const large = [
  ...['journals', 'postings', 'entry_values', 'operations', 'accounts', 'users', 'deposits'],
  ...['withdrawals', 'screenings', 'travel_rule', 'transfer_values', 'purchases'],
];

const uuid = (text: string): string => `md5(${text})::uuid::text`;
/** The id of something that each customer has once, derived from the customer's id. */
const own = (what: string): string => uuid(`'${what} ' || p.id`);

/**
 * Temporary tables of the customers and of the events of their accounts, over three years. The newest event is more
 * than an hour old: loops that look at the last minutes find nothing. Rows are later written in the order of these
 * events, so that those of one customer are as far apart on the disk as in a database that has grown.
 */
const plan = (count: number): readonly string[] => [
  `create temp table people as
    select n, coalesce(known[index], md5('customer ' || n)::uuid::text) as id,
      index is not null as known,
      date_trunc('milliseconds', now() - (1 - (n + 0.5) / ${count}) * interval '3 years'
        - interval '1 hour') as since
    from (
      select n, ids as known, case when (n - offset_) % every = 0 and (n - offset_) / every < many
        then (n - offset_) / every + 1 end as index
      from (select $1::text[] as ids, cardinality($1::text[]) as many,
        greatest(1, ${count} / greatest(1, cardinality($1::text[]))) as every,
        greatest(1, ${count} / greatest(1, cardinality($1::text[]))) / 2 as offset_) as among,
        generate_series(0, ${count - 1}) n
    ) as numbered`,
  `create temp table events as
    select p.id as user_id, e, ${uuid(`e || ' ' || p.id`)} as id,
      date_trunc('milliseconds', since + (now() - interval '1 hour' - since)
        * (e + 0.1 + 0.8 * random()) / ${EVENTS}) as at
    from people p, generate_series(0, ${EVENTS - 1}) e
    order by 4`,
  'analyze people',
  'analyze events',
];

/** The journals of the events. Event 0: cash from a bank. 1, 2: deposits. 3 to 9: swaps. 10: a withdrawal. */
const journals = `insert into journals (id, class, kind, user_id, reference, comment, network, sender,
    recipient, payment_method, created_at)
  select case part when 0 then events.id else ${uuid(`'then ' || events.id`)} end,
    case when e between 3 and 9 then 'conversion' else 'payment' end,
    named.kind, user_id,
    case when e between 3 and 9 then 'quote:' || events.id else named.kind || ':' || named.about end,
    case when e = 0 then 'Bank transfer/' || named.about when e = 10 then 'Withdrawal/' || named.about
      when e <= 2 then 'Deposit/' || named.about when e % 2 = 1 then 'BTC to USDC' else 'USDC to BTC' end,
    case when e = 0 then 'Bank transfer' when e in (1, 10) then 'Bitcoin' when e = 2 then 'Ethereum'
      else '' end,
    case when e = 0 then 'Your bank account' when e <= 2 then 'sandbox' else '' end,
    case when e = 10 then 'bc1q' || md5(user_id) else '' end, '',
    case when part = 0 and e in (1, 2, 10) then at - interval '20 seconds' else at end
  from events, lateral (select part, ${uuid(`'about ' || events.id`)} as about,
      case when e = 0 then 'cash-in' when e <= 2 then (array['deposit-seen', 'deposit'])[part + 1]
        when e = 10 then (array['withdrawal', 'withdrawal-sent'])[part + 1] else 'swap' end as kind
    from generate_series(0, case when e in (1, 2, 10) then 1 else 0 end) part) as named`;

/**
 * The postings of each kind of event: its pattern, part of the transaction, line, account, asset, units. An account
 * without an owner is the customer's.
 */
const lines = `(values
  (0, 0, 0, 'house/bank', 'AUD', -1000000), (0, 0, 1, '/available', 'AUD', 1000000),
  (1, 0, 0, '/pending', 'BTC', 100000000), (1, 0, 1, 'house/chain', 'BTC', -100000000),
  (1, 1, 0, '/pending', 'BTC', -100000000), (1, 1, 1, '/available', 'BTC', 100000000),
  (2, 0, 0, '/pending', 'USDC', 10000000000), (2, 0, 1, 'house/chain', 'USDC', -10000000000),
  (2, 1, 0, '/pending', 'USDC', -10000000000), (2, 1, 1, '/available', 'USDC', 10000000000),
  (3, 0, 0, '/available', 'BTC', -100000), (3, 0, 1, 'house/inventory', 'BTC', 100000),
  (3, 0, 2, 'house/inventory', 'USDC', -60000000), (3, 0, 3, '/available', 'USDC', 59700000),
  (3, 0, 4, 'house/spread', 'USDC', 300000),
  (4, 0, 0, '/available', 'USDC', -60000000), (4, 0, 1, 'house/inventory', 'USDC', 60000000),
  (4, 0, 2, 'house/inventory', 'BTC', -100000), (4, 0, 3, '/available', 'BTC', 99500),
  (4, 0, 4, 'house/spread', 'BTC', 500),
  (5, 0, 0, '/available', 'BTC', -1005000), (5, 0, 1, '/hold', 'BTC', 1005000),
  (5, 1, 0, '/hold', 'BTC', -1005000), (5, 1, 1, 'house/chain', 'BTC', 1000000),
  (5, 1, 2, 'house/fees', 'BTC', 5000)
) as lines (pattern, part, line, account, currency, units)`;

const pattern = 'case when e <= 2 then e when e = 10 then 5 when e % 2 = 1 then 3 else 4 end';

/** The statements that write the rows, in order, each with its table. Triggers and foreign keys are off meanwhile. */
const writes: readonly (readonly [string, string])[] = [
  [
    'users',
    `insert into users (id, email, password_hash, role, first_name, last_name, dob, currency_code,
        country_code, is_eu, kyc_status, created_at, kyc_asked, kyc_answered)
      select id, 'm' || n || '@kopa.test', '$argon2id$v=19$m=19456,t=2,p=1$' || md5(id) || '$' || md5(id),
        'user', 'Test', 'Customer', '1990-01-01', 'AUD', 'AU', false, 'approved', since, 1, 1
      from people where not known`,
  ],
  ['users', 'update users set created_at = since from people p where users.id = p.id and known'],
  [
    'accounts',
    `insert into accounts (id, owner, kind, currency, balance)
      select id || '/' || kind || '/' || currency, id, kind, currency, balance from people,
        (values ('available', 'AUD', 1000000), ('available', 'BTC', 98893500),
          ('available', 'USDC', 10058800000), ('pending', 'BTC', 0), ('pending', 'USDC', 0),
          ('hold', 'BTC', 0)) as kept (kind, currency, balance)`,
  ],
  ['journals', journals],
  [
    'postings',
    `insert into postings (journal_id, line, account_id, currency, amount, statement_of, created_at)
      select case part when 0 then id else ${uuid(`'then ' || id`)} end, line,
        case when account like '/%' then user_id else '' end || account || '/' || currency, currency,
        units, case when account = '/available' then user_id end,
        case when part = 0 and e in (1, 2, 10) then at - interval '20 seconds' else at end
      from events, lateral (select * from ${lines} where pattern = ${pattern}) as of`,
  ],
  [
    'entry_values',
    `insert into entry_values (journal_id, line, currency, value, price)
      select case part when 0 then id else ${uuid(`'then ' || id`)} end, line, 'AUD', '137.74',
        '137740.595202'
      from events, lateral (select * from ${lines} where pattern = ${pattern}
        and account = '/available') as of`,
  ],
  [
    'operations',
    `insert into operations (user_id, key, operation, request_hash, state, answer, created_at)
      select user_id, md5('key ' || id), '/exchange/confirm-swap', md5(id), 'done',
        '{"status":"success","data":{"operation_id":"' || id || '","source_currency_id":"BTC",'
        || '"source_currency_amount":"0.001","target_currency_id":"USDC","target_currency_amount":"59.7",'
        || '"created_at":"' || at || '"}}', at
      from events where e between 3 and 9`,
  ],
  [
    'deposits',
    `insert into deposits (id, user_id, currency, network, units, confirmations, confirmations_needed,
        state, seen_at, ask_at, credited_at, transaction_hash)
      select ${uuid(`'about ' || id`)}, user_id, case e when 1 then 'BTC' else 'USDC' end,
        case e when 1 then 'Bitcoin' else 'Ethereum' end,
        case e when 1 then 100000000 else 10000000000 end, 2, 2, 'credited', at - interval '20 seconds',
        at, at, md5(id) || md5('hash ' || id)
      from events where e in (1, 2)`,
  ],
  [
    'withdrawals',
    `insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents,
        address, tag, status, created_at, cancellable_until, sending, attempts, transaction_hash,
        broadcast_at, completed_at)
      select ${uuid(`'about ' || id`)}, user_id, 'btc-bitcoin', 'BTC', 1000000, 5000, 60000,
        'bc1q' || md5(user_id), '', 'completed', at, at, true, 1, md5(id) || md5('hash ' || id), at,
        at + interval '20 seconds'
      from events where e = 10`,
  ],
  [
    'bank_transfers',
    `insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
        reason, seen_at, ask_at, ended_at)
      select ${uuid(`'about ' || id`)}, 'bank ' || id, user_id, 'AUD', '10000.00', 'Test Customer', '',
        'credited', '', at, at, at from events where e = 0`,
  ],
  [
    'purchases',
    `insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc, usdc_rate,
        token, status, created_at, recorded_at, next_check_at, seen_at)
      select ${own('purchase')}, id, '50.00', 'AUD', 36000, 'BTC', '30', '1.5',
        ${own('token')}, 'declined', since, since, now() + interval '1 year', since from people p`,
  ],
  [
    'screenings',
    `insert into screenings (id, subject, reference, user_id, state, list, asked_at, attempts, answered_at)
      select 'customer:' || id, 'customer', id, id, 'clear', $1, since, 1, since from people
        where not known
      union all
      select subject || ':' || about, subject, about, user_id, 'clear', '', at, 1, at
      from events, lateral (select ${uuid(`'about ' || events.id`)} as about,
        case e when 10 then 'withdrawal' else 'deposit' end as subject) as named
      where e in (1, 2, 10)`,
  ],
  [
    'travel_rule',
    `insert into travel_rule (id, subject, reference, user_id, state, owner, name, country, provider,
        asked_at, attempts, answered_at)
      select subject || ':' || about, subject, about, user_id, 'done', 'other', 'Sandbox Sender', 'LT',
        'Sandbox Exchange', at, 1, at
      from events, lateral (select ${uuid(`'about ' || events.id`)} as about,
        case e when 10 then 'withdrawal' else 'deposit' end as subject) as named
      where e in (1, 2, 10)`,
  ],
  [
    'transfer_values',
    `insert into transfer_values (id, user_id, direction, happened_at, eur_cents, valued_at, kind)
      select case when e = 0 then 'bank' when e = 10 then 'withdrawal' else 'deposit' end || ':'
          || ${uuid(`'about ' || id`)}, user_id, case when e = 10 then 'out' else 'in' end, at, 50000, at,
        case when e = 0 then 'bank' else 'crypto' end
      from events where e in (0, 1, 2, 10)`,
  ],
  [
    'customer_terms',
    `insert into customer_terms (user_id, document, version, counts_at)
      select id, document, version, since from people,
        (select distinct on (document) document, version from terms_versions
          where document like '/au/%' order by document, counts_at desc) as newest
      where not known`,
  ],
  [
    'tax_certifications',
    `insert into tax_certifications (user_id, address, city, state, postal, country, residences,
        declaration, certified_at)
      select id, '12 Harbour Street', 'Sydney', '', '2000', 'AU',
        '[{"country":"AU","number":"123456782"}]', 'I certify it.', since from people where not known`,
  ],
  [
    'risk_decisions',
    `insert into risk_decisions (user_id, risk_group, reason, decided_at)
      select id, 'low', 'Placed when the relationship began', since from people where not known`,
  ],
  [
    'data_updates',
    `insert into data_updates (user_id, risk_group, rules_group, updated_at, due_at, limited_at, look_at)
      select id, 'low', 'low', since, now() + interval '3 years', now() + interval '3 years',
        now() + interval '1 year' from people where not known`,
  ],
  ['data_updates', `update data_updates set look_at = now() + interval '1 year'`],
  [
    'second_factor_asks',
    `insert into second_factor_asks (user_id, occasion, asked_at)
      select id, occasion, since from people, (values ('deposit'), ('withdrawal')) as on_ (occasion)`,
  ],
  [
    'quarter_statements',
    `insert into quarter_statements (user_id, quarter, looked_at, sent)
      select id, $1, now(), true from people`,
  ],
  // A third of the customers is signed in on a device, a tenth has a price alert, and a tenth buys every month.
  [
    'sessions',
    `insert into sessions (id, user_id, access_hash, access_expires_at, refresh_hash,
        refresh_expires_at, device_info, created_at, last_seen_at, end_hash)
      select ${own('session')}, id, md5('access ' || id), now(), md5('refresh ' || id),
        now() + (10 + n % 20) * interval '1 day', '', now(), now(), md5('end ' || id)
      from people p where not known and n % 3 = 0`,
  ],
  [
    'known_devices',
    `insert into known_devices (user_id, device_hash, expires_at, met_at)
      select id, md5('device ' || id), now() + (10 + n % 300) * interval '1 day', since
      from people where not known`,
  ],
  [
    'price_alerts',
    `insert into price_alerts (id, user_id, asset, kind, currency, threshold, channel, created_at)
      select ${own('alert')}, id, 'BTC', 'above', 'AUD', 1e30, 'mail', since
      from people p where not known and n % 10 = 0`,
  ],
  [
    'recurring_buys',
    `insert into recurring_buys (id, user_id, asset, cash, units, every, first_on, next_on,
        most_spread_bps, state, created_at, due_at)
      select ${own('buy')}, id, 'BTC', 'AUD', 5000, 'monthly', '2030-01-01', '2030-01-01', 500, 'active',
        since, timestamptz '2030-01-01' from people p where not known and n % 10 = 1`,
  ],
  // Every call stores a nonce, which expires after a day.
  [
    'nonces',
    `insert into nonces (scope, nonce, expires_at)
      select id, md5('nonce ' || id), now() + (1 + n % 20) * interval '1 hour' from people`,
  ],
];

const valuesOf = (table: string, list: string): readonly string[] => {
  if (table === 'screenings') return [list];
  if (table === 'quarter_statements') return [pastQuarters(Date.now(), 1)[0]?.key ?? ''];
  return [];
};

/** Turns the indexes of `large` off or on, with the flag that PostgreSQL itself uses while it builds an index. */
const ready = (on: boolean): string => `update pg_index set indisready = ${on}
  where indrelid = any(array(select oid from pg_class where relname = any($1)
    and relnamespace = 'public'::regnamespace))`;

interface Known {
  /** Customers who were registered through the API and have done nothing yet: they are among those who get events. */
  readonly ids: readonly string[];
  /** The version of the sanctions lists against which the customers count as screened. */
  readonly list: string;
}

/**
 * Writes `count` customers with `POSTINGS_EACH` postings each, and their rows in other tables, directly into an empty
 * database of the present schema. The ledger is sound afterwards. `say` is told how long each step took.
 */
export async function writeManyCustomers(
  client: pg.Client,
  count: number,
  { ids, list }: Known,
  say: (step: string, seconds: number) => void = () => undefined,
): Promise<void> {
  const step = async (name: string, statement: string, values: readonly unknown[] = []) => {
    const began = performance.now();
    await client.query(statement, [...values]);
    say(name, (performance.now() - began) / 1_000);
  };
  // Triggers and foreign keys are off: they run once for each row, and some triggers notify listeners of it.
  await client.query('set session_replication_role = replica');
  for (const [at, statement] of plan(count).entries()) {
    await step(`plan ${at + 1}`, statement, at === 0 ? [ids] : []);
  }
  await client.query(ready(false), [large]);
  for (const [table, statement] of writes) await step(table, statement, valuesOf(table, list));
  await client.query(ready(true), [large]);
  for (const table of large) await step(`indexes of ${table}`, `reindex table ${table}`);
  await client.query('drop table people, events');
  await client.query('set session_replication_role = default');
  await step('vacuum analyze', 'vacuum analyze');
}
