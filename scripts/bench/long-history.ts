import type pg from 'pg';

/**
 * Writes the transactions number `from` + 1 to `to`, a second apart; every fourth is a conversion with both legs. Only
 * the postings of the customer are written, because the benchmark reads no others. Foreign keys and triggers are off:
 * a million rows would take long with them.
 */
export async function lengthenHistory(
  client: pg.Client,
  userId: string,
  from: number,
  to: number,
): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into journals select 'bench-' || i, case when i % 4 = 0 then 'conversion' else 'payment' end,
       case when i % 4 = 0 then 'swap' else 'deposit' end, $1, null,
       case when i % 4 = 0 then 'Conversion/' else 'Deposit/' end || md5(i::text), '',
       case when i % 4 = 0 then '' else '0x' || md5('from ' || i) end, '', '', timestamptz '2000-01-01' + i * interval '1 second'
     from generate_series($2::int, $3::int) i`,
    [userId, from + 1, to],
  );
  await client.query(
    `insert into postings select 'bench-' || i, line, 'bench-' || $1::text,
       case when line = 1 then 'USDC' when i < 10 and i % 2 = 1 then 'ETH' else 'BTC' end,
       case when line = 1 then -1 else 1 end, $1::text,
       timestamptz '2000-01-01' + i * interval '1 second'
     from generate_series($2::int, $3::int) i, generate_series(0, 1) line
     where line = 0 or i % 4 = 0`,
    [userId, from + 1, to],
  );
  await client.query('vacuum analyze journals, postings');
}
