import { appendFileSync } from 'node:fs';
import pg from 'pg';

// Loaded into the server with --import: writes every statement that it sends to PostgreSQL to a
// file.
const file = process.env.STATEMENTS_FILE;
if (!file) throw new Error('STATEMENTS_FILE is not set');

const send = pg.Client.prototype.query;

pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
  const [text, values = []] = given;
  if (typeof text === 'string') appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
  return Reflect.apply(send, this, given);
} as typeof send;
