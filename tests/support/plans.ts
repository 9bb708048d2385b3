import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import * as v from 'valibot';
import { type Sent, sentOf } from './sent-statement.ts';

const listening = new AsyncLocalStorage<Sent[]>();
let patched = false;

/** Every statement that this process sends to PostgreSQL while it does some work. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  if (!patched) {
    patched = true;
    const send = pg.Client.prototype.query;
    pg.Client.prototype.query = function note(this: pg.Client, ...given: unknown[]) {
      const sent = sentOf(given);
      if (sent) listening.getStore()?.push(sent);
      return Reflect.apply(send, this, given);
    } as typeof send;
  }
  const sent: Sent[] = [];
  await listening.run(sent, work);
  return sent;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly 'Actual Rows'?: number | undefined;
  readonly 'Actual Loops'?: number | undefined;
  readonly 'Rows Removed by Filter'?: number | undefined;
  readonly 'Rows Removed by Index Recheck'?: number | undefined;
  readonly Plans?: Node[] | undefined;
}

const node: v.GenericSchema<unknown, Node> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  'Actual Rows': v.optional(v.number()),
  'Actual Loops': v.optional(v.number()),
  'Rows Removed by Filter': v.optional(v.number()),
  'Rows Removed by Index Recheck': v.optional(v.number()),
  Plans: v.optional(v.array(v.lazy(() => node))),
});

/** What a statement reads of a table in one way. */
export interface Reading {
  readonly table: string;
  /** The index that leads there; undefined: the table is read from one end to the other. */
  readonly index: string | undefined;
  /** Rows that were looked at, those that were then left out included. */
  readonly rows: number;
}

function readingsIn(plan: Node, index?: string): readonly Reading[] {
  const by = plan['Index Name'] ?? index;
  const times = plan['Actual Loops'] ?? 0;
  const each =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const table = plan['Relation Name'];
  const below = plan.Plans ?? [];
  const scans = plan['Node Type'].endsWith('Scan');
  // The indexes of a bitmap are the nodes below it.
  const named = plan['Index Name'] ?? below.find((one) => one['Index Name'])?.['Index Name'];
  return [
    ...(table !== undefined && scans ? [{ table, index: named ?? by, rows: each * times }] : []),
    ...below.flatMap((one) => readingsIn(one)),
  ];
}

const explained = v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: node })]) })]);

const isPlanned = ({ text }: Sent): boolean => /^\s*(select|with|update|insert|delete)/i.test(text);

/** What was written once, such as the next entry of the audit log, is not written again. */
const isTwice = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '23505' || error.code === 'P0001');

/**
 * What each statement reads, found by running it once more and taking it back; those that only begin and end
 * transactions are left out.
 */
export async function readingsOf(
  client: pg.Client,
  statements: readonly Sent[],
): Promise<readonly { readonly sent: Sent; readonly readings: readonly Reading[] }[]> {
  const all = [];
  for (const sent of statements.filter(isPlanned)) {
    await client.query('begin');
    try {
      const { rows } = await client.query(`explain (analyze, format json) ${sent.text}`, [
        ...sent.values,
      ]);
      const [{ 'QUERY PLAN': plans }] = v.parse(explained, rows);
      all.push({ sent, readings: readingsIn(plans[0].Plan) });
    } catch (error) {
      if (!isTwice(error)) throw error;
    } finally {
      await client.query('rollback');
    }
  }
  return all;
}
