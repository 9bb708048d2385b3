import { type QueryExecutorProvider, sql } from 'kysely';
import { type PartyName, partyNames } from './party-checks.ts';
import { sharedRead } from './shared-read.ts';

/** Those that can be slow or down in the sandbox: the parties and the browsers' push services. */
export const twinNames = [...partyNames, 'push'] as const;
export type TwinName = PartyName | 'push';

/** The troubles that a twin can have. */
export const troubles = ['slow', 'down'] as const;
export type Trouble = (typeof troubles)[number];

/** The planned outcome of the next card payment, for any card. `late`: paid, but reported later. */
export const cardPlans = ['success', 'declined', 'late', 'never'] as const;
export type CardPlan = (typeof cardPlans)[number];

/** The planned fault of a day's bank statement: a wrong amount, a delay, or no statement. */
export const statementPlans = ['cent', 'late', 'silent'] as const;
export type StatementPlan = (typeof statementPlans)[number];

/** The planned fault of a day's card settlement: a wrong amount, or none. */
export const settlementPlans = ['cent', 'silent'] as const;
export type SettlementPlan = (typeof settlementPlans)[number];

/** The planned answer about a payee's name, other than a match. */
export const payeePlans = ['close', 'none', 'silent'] as const;
export type PayeePlan = (typeof payeePlans)[number];

export type SwitchName =
  | TwinName
  | 'card'
  | 'refunds'
  | 'statement'
  | 'settlement'
  | 'payee'
  | 'beneficiary'
  | 'originator';

/** The deviations of the sandbox, stored in the database so that all processes agree (D5). */
export interface Switches {
  readonly troubles: ReadonlyMap<TwinName, Trouble>;
  readonly card: CardPlan | undefined;
  readonly refundsRefused: boolean;
  readonly statement: StatementPlan | undefined;
  readonly settlement: SettlementPlan | undefined;
  readonly payee: PayeePlan | undefined;
  /** The recipients' providers refuse every transfer. */
  readonly beneficiaryRefused: boolean;
  /** No provider reports the sender of a deposit. */
  readonly originatorMissing: boolean;
}

export const readSwitches = sharedRead(async (db): Promise<Switches> => {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value from sandbox_switches`.execute(db);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    troubles: new Map(
      twinNames.flatMap((name) => {
        const trouble = troubles.find((one) => one === values.get(name));
        return trouble ? [[name, trouble]] : [];
      }),
    ),
    card: cardPlans.find((plan) => plan === values.get('card')),
    refundsRefused: values.get('refunds') === 'refused',
    statement: statementPlans.find((plan) => plan === values.get('statement')),
    settlement: settlementPlans.find((plan) => plan === values.get('settlement')),
    payee: payeePlans.find((plan) => plan === values.get('payee')),
    beneficiaryRefused: values.get('beneficiary') === 'refused',
    originatorMissing: values.get('originator') === 'missing',
  };
});

/** Sets a switch; undefined resets it. */
export async function writeSwitch(
  db: QueryExecutorProvider,
  name: SwitchName,
  value:
    | Trouble
    | CardPlan
    | StatementPlan
    | SettlementPlan
    | PayeePlan
    | 'refused'
    | 'missing'
    | undefined,
): Promise<void> {
  if (value === undefined) {
    await sql`delete from sandbox_switches where name = ${name}`.execute(db);
  } else {
    await sql`insert into sandbox_switches (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value`.execute(db);
  }
}

/** The plan for the next card payment, which uses it up. */
export async function takeCardPlan(db: QueryExecutorProvider): Promise<CardPlan | undefined> {
  const { rows } = await sql<{ value: string }>`
    delete from sandbox_switches where name = 'card' returning value`.execute(db);
  return cardPlans.find((plan) => plan === rows[0]?.value);
}

/** Resets the whole sandbox: parties, cards, refunds and prices. */
export async function clearSandbox(db: QueryExecutorProvider): Promise<void> {
  await sql`with switches as (delete from sandbox_switches), pins as (delete from market_pins)
    delete from market_shifts`.execute(db);
}
