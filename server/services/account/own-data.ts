import { sql } from 'kysely';
import type { downloadOwnData } from '#core/contract/account.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { ownDataMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { presentOf } from '#server/platform/instant.ts';
import { limit } from '#server/platform/rate-limit.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { checkShown, showPassword } from '#server/services/credentials/shown-password.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/notices/recipients.ts';
import { takeSecondFactorAndTell } from '#server/services/notices/second-factor-shown.ts';
import { withAccount } from '#server/services/users/users.ts';
import type { Tx } from '#server/store/schema.ts';
import { type Told, toldTables, untoldTables, type Whose } from './stored-about.ts';

type OwnData = AnswerOf<typeof downloadOwnData>['data'];
type OwnTable = OwnData['tables'][number];
type Cell = OwnTable['rows'][number][number];

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  return value instanceof Date ? value.toISOString() : String(value);
}

async function readTable(tx: Tx, table: string, told: Told, whose: Whose): Promise<OwnTable> {
  const { about, columns, rowsOf } = told;
  const picked = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${picked} from ${sql.table(table)} where ${rowsOf(whose)} order by ${picked}`.execute(
    tx,
  );
  return {
    name: table,
    about,
    columns: [...columns],
    rows: rows.map((row) => columns.map((column) => cellOf(row[column]))),
  };
}

/** What is left out, by table and column, with the reason. */
const leftOut: OwnData['left_out'] = [
  ...Object.entries(toldTables).flatMap(([table, told]) =>
    Object.entries(told.leftOut ?? {}).map(([column, why]) => ({
      what: `${table}.${column}`,
      why,
    })),
  ),
  ...Object.entries(untoldTables).map(([what, why]) => ({ what, why })),
];

/** Everything that is stored about a customer (KEEP-04). */
async function gather(tx: Tx, whose: Whose): Promise<OwnTable[]> {
  const tables: OwnTable[] = [];
  for (const [table, told] of Object.entries(toldTables)) {
    tables.push(await readTable(tx, table, told, whose));
  }
  return tables;
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
): Promise<OwnData | Refused> {
  const shown = await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  const { userId } = owner;
  const limited = await limit(deps, { key: `own-data:${userId}`, ...ATTEMPTS });
  if (limited) return limited;
  const as_of = (await presentOf(deps)).toISOString();
  return withAccount(deps, owner, async (tx, account) => {
    const refused = checkShown(account, shown);
    if (refused) return refused;
    const right = account.two_factor && (await takeSecondFactorAndTell(deps, tx, owner, otp));
    if (isRefused(right)) return right;
    const tables = await gather(tx, account);
    await queueMail(
      deps,
      tx,
      ownDataMail(await alarmedRecipientOf(deps, tx, userId, owner.sessionId)),
    );
    return { as_of, tables, left_out: leftOut };
  });
}
