import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

async function statement(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database in the run's PostgreSQL, for a test of the `postgres` project: an empty one, or a copy of another
 * one, to which nobody may be connected meanwhile.
 */
export async function freshDatabase(copied?: FreshDatabase): Promise<FreshDatabase> {
  const name = `kopa_${randomBytes(6).toString('hex')}`;
  const template = copied ? ` TEMPLATE ${new URL(copied.url).pathname.slice(1)}` : '';
  await statement(`CREATE DATABASE ${name}${template}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => statement(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
