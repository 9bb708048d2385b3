import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { sentOf } from './sent-statement.ts';

// Loaded into a server with --import (kill-point.ts): ends it by SIGKILL at a point of a transaction.
const { KILL_POINT_AT: at, KILL_POINT_TABLE: table } = process.env;
const insert = new RegExp(`insert into "?${table}"?[ (]`, 'i');

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

/** Runs one statement; answers whether it was the insert. */
async function watch<T>(
  given: readonly unknown[],
  run: () => Promise<T>,
  hit: () => void,
): Promise<T> {
  const sent = sentOf(given);
  const wanted = sent !== undefined && insert.test(sent.text);
  if (wanted && at === 'before') die();
  const result = await run();
  if (wanted && at === 'after') die();
  if (wanted) hit();
  return result;
}

type Query = (text: unknown, ...more: unknown[]) => Promise<unknown>;

/** Connections whose open transaction has the insert in it. */
const marked = new WeakSet<object>();
const query = pg.Client.prototype.query as unknown as Query;

pg.Client.prototype.query = async function watched(this: object, ...given: Parameters<Query>) {
  const run = () => Reflect.apply(query, this, given);
  const result = await watch(given, run, () => marked.add(this));
  const ends = typeof given[0] === 'string' && /^\s*(commit|rollback)/i.exec(given[0])?.[1];
  if (ends && marked.delete(this) && ends === 'commit' && at === 'after-commit') die();
  return result;
} as unknown as typeof pg.Client.prototype.query;

type Transaction = { query: Query };
type Transact = (work: (tx: Transaction) => Promise<unknown>) => Promise<unknown>;
const transact = PGlite.prototype.transaction as unknown as Transact;

PGlite.prototype.transaction = async function watched(this: PGlite, work: Parameters<Transact>[0]) {
  let hit = false;
  const result = await Reflect.apply(transact, this, [
    (tx: Transaction) => {
      const plain = tx.query.bind(tx);
      tx.query = (...given) =>
        watch(
          given,
          () => plain(...given),
          () => {
            hit = true;
          },
        );
      return work(tx);
    },
  ]);
  if (hit && at === 'after-commit') die();
  return result;
} as unknown as typeof PGlite.prototype.transaction;
