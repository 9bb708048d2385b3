import type pg from 'pg';

/**
 * Writes a deposit and, after it, this many conversions from USDC to BTC and back, ten milliseconds apart, the last one
 * a minute ago. Each is a disposal. Only the postings of the customer are written, with the value of each in `money`.
 * Foreign keys and triggers are off.
 */
export async function fillYear(
  client: pg.Client,
  userId: string,
  money: string,
  conversions: number,
): Promise<void> {
  const at = `date_trunc('second', now()) - interval '1 minute' - ($2::int - i) * interval '10 milliseconds'`;
  await client.query('set session_replication_role = replica');
  // One transaction, because the running server values every posting that it sees without a value.
  await client.query('begin');
  await client.query(
    `insert into journals select 'year-' || i, case when i = 0 then 'payment' else 'conversion' end,
       case when i = 0 then 'deposit' else 'swap' end, $1, null,
       case when i = 0 then 'Deposit/' else 'Conversion/' end || md5('year ' || i), '', '', '', '', ${at}
     from generate_series(0, $2::int) i`,
    [userId, conversions],
  );
  await client.query(
    `insert into postings select 'year-' || i, line, $1::text || '/available/' || asset, asset, amount, $1::text, ${at}
     from generate_series(0, $2::int) i, lateral (values
       (0, 'USDC', case when i = 0 then 1000000000000 when i % 2 = 1 then -1000000 else 1000000 end),
       (1, 'BTC', case when i % 2 = 1 then 1500 else -1400 end)
     ) leg (line, asset, amount)
     where i > 0 or line = 0`,
    [userId, conversions],
  );
  await client.query(
    `insert into entry_values select journal_id, line, $2, case when journal_id = 'year-0' then '1520000.00' else '1.52' end
     from postings where statement_of = $1`,
    [userId, money],
  );
  await client.query('commit');
  await client.query('vacuum analyze journals, postings, entry_values');
}
