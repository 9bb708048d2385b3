import { sql } from 'kysely';
import { expect } from 'vitest';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { type EndpointName, endpoints } from '#core/contract/endpoints.ts';
import { brokenEnvelope } from './broken-envelopes.ts';
import { type InProcess, person } from './in-process.ts';
import { hex32, rawCall } from './raw-call.ts';

const AT_ONCE = 8;

/** Tables that every call may change: when a session was last used, counts of calls, and nonces. */
const incidental = ['sessions', 'rate_limits', 'nonces'];

/** The number of rows of each table. */
async function census({ deps }: InProcess): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' order by 1`.execute(deps.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter((table) => !incidental.includes(table.name))) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(name)}`.execute(deps.db);
    counts[name] = rows[0]?.n ?? 0;
  }
  return counts;
}

/**
 * Sends this number of malformed envelopes to each of these endpoints. Expects that each is refused with one of two
 * known errors, and that nothing in the database has changed afterwards.
 */
export async function fuzz(
  server: InProcess,
  names: readonly EndpointName[],
  perEndpoint: number,
): Promise<void> {
  const { credential } = await person(server.deps, { balances: { BTC: '1' } });
  const before = await census(server);
  const users = () => server.deps.db.selectFrom('users').selectAll().orderBy('id').execute();
  const usersBefore = await users();
  for (const name of names) {
    const endpoint: AnyEndpoint = endpoints[name];
    const one = async (i: number): Promise<void> => {
      const seed = `${name}:${i}`;
      const reply = await rawCall(server.url, endpoint, brokenEnvelope(seed), {
        credential,
        headers: { 'idempotency-key': hex32() },
      });
      // An endpoint of another role refuses the caller before it opens the envelope.
      expect([400, 403], seed).toContain(reply.status);
      expect(reply.body, seed).toMatchObject({
        status: 'error',
        code: reply.status === 400 ? 'MALFORMED' : 'FORBIDDEN',
      });
    };
    for (let i = 0; i < perEndpoint; i += AT_ONCE) {
      const batch = Math.min(AT_ONCE, perEndpoint - i);
      await Promise.all(Array.from({ length: batch }, (_, j) => one(i + j)));
    }
  }
  expect(await census(server)).toEqual(before);
  expect(await users()).toEqual(usersBefore);
}

export const everyEndpoint = Object.keys(endpoints) as readonly EndpointName[];
