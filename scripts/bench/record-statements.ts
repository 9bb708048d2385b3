import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import pg from 'pg';
import { sentOf } from '#tests/support/sent-statement.ts';

// Loaded into the server with --import: writes every statement that a request sends to PostgreSQL to a
// file. What the server does by itself meanwhile, such as sending mails, belongs to no request.
const file = process.env.STATEMENTS_FILE;
if (!file) throw new Error('STATEMENTS_FILE is not set');

const requests = new AsyncLocalStorage<true>();

const emit = Server.prototype.emit;
Server.prototype.emit = function within(this: Server, ...given: readonly unknown[]) {
  const go = (): boolean => Reflect.apply(emit, this, given);
  return given[0] === 'request' ? requests.run(true, go) : go();
} as typeof emit;

const send = pg.Client.prototype.query;
pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
  const sent = sentOf(given);
  if (sent && requests.getStore()) appendFileSync(file, `${JSON.stringify(sent)}\n`);
  return Reflect.apply(send, this, given);
} as typeof send;
