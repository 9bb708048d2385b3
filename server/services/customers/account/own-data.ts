import { sql } from 'kysely';
import type { downloadOwnData } from '#core/contract/account/account.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { ownDataMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { presentOf } from '#server/platform/instant.ts';
import { LongAnswer, type Write } from '#server/platform/long-answer.ts';
import { limit } from '#server/platform/rate-limit.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { checkShown, showPassword } from '#server/services/access/credentials/shown-password.ts';
import type { Whose } from '#server/services/customers/archive/column.ts';
import { untoldTables } from '#server/services/customers/archive/untold-tables.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type ToldTable, toldTables } from './stored-about.ts';

type OwnData = AnswerOf<typeof downloadOwnData>['data'];
type Cell = OwnData['tables'][number]['rows'][number][number];

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** So many rows are read at a time: more would be felt by everybody else whom the process serves. */
const ROWS = 500;

/** The rows of a table, part by part, as texts of JSON. */
async function* rowsOf(
  tx: Tx,
  table: string,
  told: ToldTable,
  whose: Whose,
): AsyncGenerator<string> {
  const { columns, rowsOf: isTheirs } = told;
  const picked = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  await sql`declare own_data no scroll cursor for
    select ${picked} from ${sql.table(table)} where ${isTheirs(whose)} order by ${picked}`.execute(
    tx,
  );
  let before = '';
  for (;;) {
    const { rows } = await sql<
      Record<string, unknown>
    >`fetch ${sql.lit(ROWS)} from own_data`.execute(tx);
    const texts = rows.map((row) => JSON.stringify(columns.map((column) => cellOf(row[column]))));
    if (texts.length > 0) yield before + texts.join(',');
    before = ',';
    if (rows.length < ROWS) break;
  }
  await sql`close own_data`.execute(tx);
}

/** What is left out, by table and column, with the reason. */
const leftOut: OwnData['left_out'] = [
  ...Object.entries(toldTables).flatMap(([table, told]) =>
    Object.entries(told.leftOut).map(([column, why]) => ({
      what: `${table}.${column}`,
      why,
    })),
  ),
  ...Object.entries(untoldTables).map(([what, why]) => ({ what, why })),
];

/**
 * Everything that is stored about a customer (KEEP-04), as of one moment, as JSON. However long their history is, a
 * part of it is in memory at a time, and nothing of theirs is locked.
 */
async function writeAll(deps: Deps, tx: Tx, whose: Whose, write: Write): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
  // The first statement: all later ones see what it sees.
  const asOf = (await presentOf({ ...deps, db: tx })).toISOString();
  await write(`,"status":"success","data":{"as_of":${JSON.stringify(asOf)},"tables":[`);
  let comma = '';
  for (const [name, told] of Object.entries(toldTables)) {
    const { about, columns } = told;
    const head = JSON.stringify({ name, about, columns });
    await write(`${comma}${head.slice(0, -1)},"rows":[`);
    for await (const part of rowsOf(tx, name, told, whose)) await write(part);
    await write(']}');
    comma = ',';
  }
  await write(`],"left_out":${JSON.stringify(leftOut)}}`);
}

/** Limited because each download reads all of an account's history. */
const ATTEMPTS = { attempts: 5, windowSeconds: 3600 };

/**
 * Gives a customer everything stored about them, after checking the password and, if 2FA is on, a code
 * (HARD-21). A mail tells that it was done, because somebody who stole a session would want the file, too.
 */
export async function readOwnData(
  deps: Deps,
  owner: Owner,
  { password, otp }: { readonly password: string | undefined; readonly otp: string },
): Promise<LongAnswer | Refused> {
  const shown = await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  const { userId } = owner;
  const limited = await limit(deps, { key: `own-data:${userId}`, ...ATTEMPTS });
  if (limited) return limited;
  const whose = await withAccount(deps, owner, async (tx, account): Promise<Whose | Refused> => {
    const refused = checkShown(account, shown);
    if (refused) return refused;
    const right = account.two_factor && (await takeSecondFactorAndTell(deps, tx, owner, otp));
    if (isRefused(right)) return right;
    await queueMail(
      deps,
      tx,
      ownDataMail(await alarmedRecipientOf(deps, tx, userId, owner.sessionId)),
    );
    return { id: account.id, email: account.email };
  });
  if (isRefused(whose)) return whose;
  return new LongAnswer((write, restart) =>
    inTransaction(deps.db, async (tx) => {
      // Whatever an attempt has written that failed is not read.
      await restart();
      await writeAll(deps, tx, whose, write);
    }),
  );
}
