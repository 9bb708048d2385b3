import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './core-schema.ts';

export interface Counterparties {
  user_id: string;
  network: string;
  /** As money arrives there: no X-address, and small letters where they mean the same. */
  address: string;
  tag: string;
  owner: 'customer' | 'other';
  name: string;
  country: string;
  provider: string;
  said_at: Moment;
  nonce: string;
  /** When and how the customer showed that the wallet is theirs. */
  proved_at: Moment | null;
  proved_by: 'message' | 'deposit' | null;
}

export interface TravelRule {
  /** `subject:reference` */
  id: string;
  subject: 'withdrawal' | 'deposit';
  /** The id of the withdrawal or deposit. */
  reference: string;
  user_id: string;
  /**
   * `due`: the party is to be handed it, or asked for it. `asked`: the customer has to say. `refused`: the
   * recipient's provider does not take it. `before`: older than the question.
   */
  state: 'due' | 'asked' | 'done' | 'refused' | 'before';
  /** Null: not known. */
  owner: 'customer' | 'other' | null;
  name: Generated<string>;
  country: Generated<string>;
  provider: Generated<string>;
  message: Generated<string>;
  asked_at: Moment;
  /** When the party is asked next; null: nothing is asked of it. */
  due_at: Moment | null;
  attempts: Generated<number>;
  answered_at: ColumnType<Date | null, undefined, Date>;
}

/** The tables of the Travel Rule. */
export interface TravelRuleSchema {
  counterparties: Counterparties;
  travel_rule: TravelRule;
}
