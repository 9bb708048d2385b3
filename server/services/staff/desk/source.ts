import type { RawBuilder } from 'kysely';
import * as v from 'valibot';
import { decimal } from '#core/contract/schemas.ts';
import type { CaseRow, DeskCase } from '#core/contract/staff/desk.ts';
import type { CaseDecision, CaseKind, DecisionOf } from '#core/contract/staff/desk-act.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type {
  ClosedPayee,
  TypedPayee,
} from '#server/services/money-out/withdrawals/pay-closed-money.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/** A decision as an officer sent it. */
export interface DecisionRequest {
  readonly decision: CaseDecision;
  readonly reason: string;
  readonly due: Date | undefined;
  /** Where money is paid, with `pay`. */
  readonly to: TypedPayee | undefined;
}

/** Of a decision, what is not its name. */
export interface Decided extends Omit<DecisionRequest, 'decision' | 'to'> {
  /** Where money is paid, as it was checked for both officers. */
  readonly payee: ClosedPayee | undefined;
  /** The officer's account. */
  readonly officer: string;
}

/** What two officers must decide alike. */
export interface Second {
  /** The facts of the decision. */
  readonly basis: string;
  readonly payee?: ClosedPayee;
}

/** The parts of a case that differ by kind. */
export type FoundCase<Kind extends CaseKind = CaseKind> = Omit<
  DeskCase,
  'proposed' | 'customer_id' | 'speaking' | 'seen' | 'version' | 'decision' | 'decisions'
> & {
  readonly decisions: readonly DecisionOf<Kind>[];
  /** What a decision rests on and others may change while nobody decides: who has read another one decides nothing. */
  readonly restsOn?: string;
};

/** What a decision does. */
export type Decide = (
  deps: Deps,
  tx: Tx,
  id: string,
  decided: Decided,
) => Promise<Refused | undefined>;

export type CaseDeps = Pick<Deps, 'db' | 'clock'>;

/** What is needed to say why money cannot move. */
type Reading = Pick<Deps, 'clock' | 'config'>;

/** One kind of cases: how they are read, and what their decisions do. */
export interface CaseSource<Kind extends CaseKind> {
  readonly kind: Kind;
  /**
   * Selects the open cases: `id`, `user_id` (null: no customer's), `about` (the id of the transaction that they are
   * about), `due` (null: no deadline) and `since`.
   */
  open(deps: CaseDeps): RawBuilder<unknown>;
  /** Some of them as a list shows them, in no order. There is at least one. */
  rows(reader: Reader, ids: readonly string[], deps: Reading): Promise<readonly CaseRow[]>;
  /**
   * A case as it is now. Its `decisions` are what it offers at this moment, and nothing else can be decided: the desk asks
   * this for the page and, with everything locked that they depend on, before each decision.
   */
  read(reader: Reader, id: string, deps: Reading): Promise<FoundCase<Kind> | undefined>;
  /**
   * Locks what a case is about, the customer before what is theirs, so that until the end of the transaction it offers what
   * it offers now.
   */
  lock(tx: Tx, id: string): Promise<unknown>;
  /**
   * Whether a case is open, where every customer can be looked up as one: others than the open ones are looked for
   * only so often (READ-08).
   */
  isOpen?(reader: Reader, id: string): Promise<boolean>;
  /**
   * The facts of a decision that needs a second officer: both must decide about the same facts. Undefined if
   * one officer is enough. Called outside any transaction.
   */
  secondOfficer?(
    deps: Deps,
    id: string,
    asked: DecisionRequest,
  ): Promise<Second | Refused | undefined>;
  /** Asks others, before anything is decided, whether the case still is as it was. Called outside any transaction. */
  refresh?(deps: Deps, id: string, decision: CaseDecision): Promise<Refused | undefined>;
  /** What the page shows besides, on which no decision depends. */
  besides?(deps: Deps, id: string): Promise<Pick<FoundCase, 'transactions' | 'names_them'>>;
  /** What follows from the first of two officers' decisions, in the transaction that notes it. */
  proposed?(deps: Deps, tx: Tx, id: string, decision: CaseDecision): Promise<void>;
  /** Each decision of the kind; any other is refused before. */
  readonly decisions: Readonly<Record<DecisionOf<Kind>, Decide>>;
}

/** The amount that a case is about. */
export const sumOf = (
  amount: string,
  currency_id: string,
): Pick<CaseRow, 'amount' | 'currency_id'> =>
  v.is(decimal, amount) && currency_id !== '' ? { amount, currency_id } : {};

/** The known facts of a case, by label; empty ones are left out. */
export const factsOf = (
  facts: readonly (readonly [label: string, value: string])[],
): DeskCase['facts'] =>
  facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));

/** To the minute, in UTC; empty without a time. */
export const momentText = (at: Date | null): string =>
  at?.toISOString().slice(0, 16).replace('T', ' ') ?? '';

export const decidedBefore = (): Refused =>
  refuse('INVALID_INPUT', 'This can no longer be decided: open the case again.');

/** The answer to a decision that a case does not have. */
export const notOfCase = (): Refused =>
  refuse('INVALID_INPUT', 'This is not what can be done about it: open the case again.');

/** The answer to a decision that a case does not offer now: what has become of what it is about, where that is why. */
export function notOffered({
  became,
  decisions,
}: Pick<FoundCase, 'became' | 'decisions'>): Refused {
  if (became) return refuse('INVALID_INPUT', `${became} Nothing was changed.`);
  return decisions.length === 0 ? decidedBefore() : notOfCase();
}

/** The answer to who decides by what a case said before. */
export const changedSince = (): Refused =>
  refuse(
    'INVALID_INPUT',
    'What this case rests on has changed since you opened it. Nothing was changed: open it again.',
  );

/** The answer where what a case is about is no longer there at all. */
export const gone = (): Refused =>
  refuse(
    'NOT_FOUND',
    'There is no such case any more: what it was about is gone. Nothing was changed.',
  );

/** A case that was set aside belongs to nobody: it can only be closed. */
export const asideDecisions = ({
  settled_at: at,
  settled_for: text,
}: {
  readonly settled_at: Date | null;
  readonly settled_for: string;
}): Pick<FoundCase<'deposit-aside'>, 'decided' | 'decisions'> => ({
  decided: at && { at: at.toISOString(), by: '', text },
  decisions: at ? [] : ['close'],
});

/** The answer to the officer who closes such a case. */
export function asideClosed(
  outcome: 'settled' | 'settled-before' | 'unknown',
): Refused | undefined {
  switch (outcome) {
    case 'settled':
      return undefined;
    case 'settled-before':
      return decidedBefore();
    case 'unknown':
      return notFound();
  }
}
