import { type RawBuilder, sql } from 'kysely';
import type { Home } from '#server/adapters/geolocation/home-zone.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import {
  type Answer,
  type Answers,
  answers,
  type EndWay,
  type Gate,
  type GateOf,
  gates,
  isOf,
  stops,
  type Way,
} from './gates.ts';
import {
  type Code,
  type Condition,
  isClaim,
  isTravellingLate,
  knownOfCustomer,
  knownOfMarket,
  knownOfTransfer,
  type TransferTable,
  transferTables,
  underWay,
} from './known.ts';

type User = string | RawBuilder<string>;

/** What is asked about. Whoever asks names all that can stop this way. */
type About =
  /** What is exchanged. Without a customer: whether it is closed for everybody. */
  | {
      readonly way: 'swap' | 'buy' | 'sell' | 'card' | 'recurring' | 'card-paid';
      readonly user?: User;
      readonly codes: readonly Code[];
    }
  /** What is asked for to be sent, before there is a row. What only makes it wait does not refuse it. */
  | {
      readonly way: 'withdraw' | 'cash-out' | 'claim';
      readonly user?: User;
      readonly codes: readonly Code[];
    }
  /** What comes in, before there is a row. */
  | {
      readonly way: 'receive' | 'transfer-in' | 'payout-back' | 'deposit';
      readonly user: User;
    }
  /** Everything of the customer's, transfers that are under way too. */
  | { readonly way: EndWay; readonly user: string }
  /** A transfer of this table, in whose query it stands. */
  | { readonly row: TransferTable };

/** Why it cannot move, with its moments as JSON has them. */
export interface Why {
  readonly gate: Gate;
  readonly since: string | null;
  readonly until: string | null;
  /** The transfer that it is of. */
  readonly table: TransferTable | null;
  readonly id: string | null;
  /** Whose days they are, for the words of a refusal. */
  readonly home: Home | null;
}

type GateTest = (gate: Gate, answer: Answer) => boolean;

const textOf = (user: User): RawBuilder<string> =>
  typeof user === 'string' ? sql<string>`${user}::text` : user;

const gatesAsked = (way: Way, asked: GateTest) =>
  gates.filter((gate) => asked(gate, answers[gate].ways[way]));

/** The ways on which the rows of a table go. */
const rowWays = {
  withdrawals: 'withdraw',
  deposits: 'deposit',
  bank_transfers: 'transfer-in',
} as const;

const none = sql`select null::timestamptz as since, null::timestamptz as until`;
const noRow = { table: sql`null::text`, id: sql`null::text` };

/** Selects a row if the gate is shut. */
const found = (gate: Gate, held: RawBuilder<unknown>, { table, id } = noRow) => sql`
  select ${gate}::text as gate, since, until, ${table} as "table", ${id} as id
  from (${held}) as held`;

const ofCustomer = (
  { clock }: Pick<Deps, 'clock'>,
  user: RawBuilder<string>,
  asked: readonly Gate[],
): readonly RawBuilder<unknown>[] =>
  asked.flatMap((gate) =>
    isOf(gate, 'customer') ? [found(gate, knownOfCustomer[gate](clock, user))] : [],
  );

const ofMarket = (
  deps: Pick<Deps, 'config'>,
  codes: readonly Code[],
  asked: readonly Gate[],
): readonly RawBuilder<unknown>[] =>
  asked.flatMap((gate) =>
    isOf(gate, 'market')
      ? [found(gate, sql`${none} where ${knownOfMarket[gate](deps, codes)}`)]
      : [],
  );

/** The gates of transfers that a row of a table can meet, of those asked about. */
const possible = (table: TransferTable, asked: readonly Gate[]) =>
  asked.flatMap((gate) => {
    const condition = isOf(gate, 'transfer') ? knownOfTransfer[gate][table] : undefined;
    return condition ? [{ gate, condition }] : [];
  });

/** All that stops a row of a table on a way, in a query where that stands. */
const ofRow = (
  deps: Pick<Deps, 'clock' | 'config'>,
  table: TransferTable,
  asked: readonly Gate[],
) => [
  ...ofCustomer(deps, sql<string>`${sql.ref(`${table}.user_id`)}`, asked),
  ...possible(table, asked).map(({ gate, condition }) =>
    found(gate, sql`${none} where ${condition}`, {
      table: sql`${table}::text`,
      id: sql.ref(`${table}.id`),
    }),
  ),
  ...ofMarket(deps, [], asked),
];

/** All that stops a customer's transfers that are under way, one row each. */
const ofTransfers = (user: RawBuilder<string>, asked: readonly Gate[]) =>
  transferTables.map((table) => {
    const cases = possible(table, asked).map(
      ({ gate, condition }) => sql`when ${condition} then ${gate}::text`,
    );
    return sql`select gate, null::timestamptz as since, null::timestamptz as until, ${table}::text as "table", id
      from (select ${sql.ref(`${table}.id`)} as id, case ${sql.join(cases, sql` `)} end as gate
        from ${sql.table(table)}
        where ${sql.ref(`${table}.user_id`)} = ${user} and ${underWay[table]}) as ${sql.table(`${table}_held`)}
      where gate is not null`;
  });

const first = (
  pieces: readonly RawBuilder<unknown>[],
  user: RawBuilder<string>,
): RawBuilder<Why | null> => sql<Why | null>`(
  select json_build_object('gate', gate, 'since', since, 'until', until, 'table', "table", 'id', id, 'home',
    (select json_build_object('country_code', country_code, 'state', at_home.state)
      from users at_home where at_home.id = ${user}))
  from (${sql.join(pieces, sql` union all `)}) as stopped
  order by array_position(${[...gates]}::text[], gate), "table", id limit 1)`;

const isStop: GateTest = (_, answer) => stops(answer);

/** What stops a row that is under way: not what only refuses new ones. */
const stopsRow: GateTest = (_, answer) => stops(answer) && answer !== 'no-new';

/** What keeps a payment from buying: what becomes a case buys first, at a price that is not in doubt either. */
const settles: GateTest = (_, answer) => stops(answer) && answer !== 'case';

/** What refuses something that is asked for. */
const refuses: GateTest = (_, answer) => answer === 'refused' || answer === 'no-new';

const whyRow = (
  deps: Pick<Deps, 'clock' | 'config'>,
  table: TransferTable,
): RawBuilder<Why | null> => {
  const owner = sql<string>`${sql.ref(`${table}.user_id`)}`;
  const on = (way: Way) => first(ofRow(deps, table, gatesAsked(way, stopsRow)), owner);
  return table === 'withdrawals'
    ? sql<Why | null>`case when ${isClaim} then ${on('claim')} else ${on('withdraw')} end`
    : on(rowWays[table]);
};

/**
 * Why can this money not move? The first gate that stops it; null if none does. An SQL expression that any statement can
 * include, so that what is read or claimed and what stops it are of one moment.
 */
export function whySql(deps: Pick<Deps, 'clock' | 'config'>, about: About): RawBuilder<Why | null> {
  if ('row' in about) return whyRow(deps, about.row);
  const user = about.user === undefined ? undefined : textOf(about.user);
  const asked = (which: GateTest) => gatesAsked(about.way, which);
  const owner = user ?? sql<string>`null::text`;
  const of = (which: GateTest, more: readonly RawBuilder<unknown>[]) =>
    first([...(user ? ofCustomer(deps, user, asked(which)) : []), ...more], owner);
  switch (about.way) {
    case 'swap':
    case 'buy':
    case 'sell':
    case 'card':
    case 'recurring':
      return of(isStop, ofMarket(deps, about.codes, asked(isStop)));
    case 'card-paid':
      return of(settles, ofMarket(deps, about.codes, asked(settles)));
    case 'withdraw':
    case 'cash-out':
    case 'claim':
      return of(refuses, ofMarket(deps, about.codes, asked(refuses)));
    case 'receive':
    case 'transfer-in':
    case 'payout-back':
    case 'deposit':
      return of(isStop, ofMarket(deps, [], asked(isStop)));
    case 'close':
    case 'end':
    case 'forfeit':
    case 'erase':
    case 'remove':
      return of(isStop, ofTransfers(owner, asked(isStop)));
  }
}

/** The same in a statement of its own. */
export async function whyNow(
  reader: Reader,
  deps: Pick<Deps, 'clock' | 'config'>,
  about: Exclude<About, { readonly row: TransferTable }>,
): Promise<Why | undefined> {
  const { why } = await reader
    .selectNoFrom(whySql(deps, about).as('why'))
    .executeTakeFirstOrThrow();
  return why ?? undefined;
}

/** Whether something is closed for everybody, in a statement of its own; of what is exchanged, only if all of it is. */
export async function isShut(
  reader: Reader,
  deps: Pick<Deps, 'config'>,
  gate: GateOf<'market'>,
): Promise<boolean> {
  const { shut } = await reader
    .selectNoFrom(knownOfMarket[gate](deps, []).as('shut'))
    .executeTakeFirstOrThrow();
  return shut;
}

/** What a gate answers on a way; `goes` if there is none. */
export const answerOf = (why: Why | null | undefined, way: Way): Answer =>
  why ? answers[why.gate].ways[way] : 'goes';

/** Whether any of these gates is shut for a row of a table, in a query where that stands. */
function anyOf(
  deps: Pick<Deps, 'clock' | 'config'>,
  table: TransferTable,
  asked: readonly Gate[],
): Condition {
  const pieces = ofRow(deps, table, asked);
  if (pieces.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(
    pieces.map((piece) => sql`exists (${piece})`),
    sql` or `,
  )})`;
}

/** Which of these gates is shut for a row of a table, in a query where that stands: the first. */
export const gateAmong = (
  deps: Pick<Deps, 'clock' | 'config'>,
  table: TransferTable,
  asked: readonly Gate[],
): RawBuilder<Gate | null> => sql<Gate | null>`(
  select gate from (${sql.join(ofRow(deps, table, asked), sql` union all `)}) as stopped
  order by array_position(${[...gates]}::text[], gate) limit 1)`;

/** Whether a withdrawal may not be begun now. */
export const withdrawalStops = (deps: Pick<Deps, 'clock' | 'config'>): Condition => {
  const on = (way: Way) => anyOf(deps, 'withdrawals', gatesAsked(way, stopsRow));
  return sql<boolean>`case when ${isClaim} then ${on('claim')} else ${on('withdraw')} end`;
};

/** Whether a row that came in need not wait: what else stops it sends it back, or makes it a case. */
export const mayBeCredited = (
  deps: Pick<Deps, 'clock' | 'config'>,
  table: 'deposits' | 'bank_transfers',
): Condition =>
  sql<boolean>`not ${anyOf(
    deps,
    table,
    gatesAsked(rowWays[table], (_, answer) => answer === 'waits'),
  )}`;

/** Whether something makes a way of a customer's wait until later, in a query of theirs. */
export const customerWaits = (
  { clock }: Pick<Deps, 'clock'>,
  user: RawBuilder<string>,
  way: Way,
): Condition => {
  const asked = gatesAsked(way, (_, answer) => answer === 'waits');
  return sql<boolean>`exists (${sql.join(ofCustomer({ clock }, user, asked), sql` union all `)})`;
};

const shown = (table: TransferTable, shows: Answers['shows']) =>
  gatesAsked(rowWays[table], (gate, answer) => answers[gate].shows === shows && stops(answer));

/** Whether anything delays a row besides the handing over of its data, which is done when nothing else does. */
const isDelayed = (deps: Pick<Deps, 'clock' | 'config'>, table: TransferTable): Condition =>
  anyOf(
    deps,
    table,
    shown(table, 'delayed').filter((gate) => gate !== 'untravelled'),
  );

/**
 * Whether a withdrawal was screened: nothing was found about it or its customer on the newest lists, or a person has
 * released it.
 */
export const isScreened = (deps: Pick<Deps, 'clock' | 'config'>): Condition =>
  sql<boolean>`not ${isDelayed(deps, 'withdrawals')}`;

/** Whether its customer reads that a row takes longer. One whose data is being handed over for the first time is not late. */
export const isShownDelayed = (
  deps: Pick<Deps, 'clock' | 'config'>,
  table: 'withdrawals' | 'deposits',
): Condition => sql<boolean>`(${isDelayed(deps, table)} or ${isTravellingLate(table)})`;

/** Whether its customer reads that they have to answer something about a row. */
export const isShownAsking = (deps: Pick<Deps, 'clock' | 'config'>, table: 'deposits'): Condition =>
  anyOf(deps, table, shown(table, 'asks'));

/** Why one transfer cannot move, for an officer; empty: nothing stops it, or it is under way no more. */
export async function whyForOfficer(
  reader: Reader,
  deps: Pick<Deps, 'clock' | 'config'>,
  table: TransferTable,
  id: string,
): Promise<string> {
  const { rows } = await sql<{ why: Why | null }>`
    select ${whySql(deps, { row: table })} as why from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = ${id} and ${underWay[table]}`.execute(reader);
  const why = rows[0]?.why;
  return why ? answers[why.gate].desk : '';
}
