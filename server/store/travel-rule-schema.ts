import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './core-schema.ts';

export interface Counterparties {
  user_id: string;
  network: string;
  /** Normalized: no X-address, and lower case where case has no meaning. */
  address: string;
  tag: string;
  owner: 'customer' | 'other';
  name: string;
  country: string;
  provider: string;
  said_at: Moment;
  nonce: string;
  /** When and how the customer proved that the wallet is theirs. */
  proved_at: Moment | null;
  proved_by: 'message' | 'deposit' | null;
}

export interface TravelRule {
  /** `subject:reference`. */
  id: string;
  subject: 'withdrawal' | 'deposit';
  /** The id of the withdrawal or deposit. */
  reference: string;
  user_id: string;
  /**
   * `due`: to be sent to the party, or asked of it. `asked`: the customer has to answer. `refused`: the
   * recipient's provider does not accept it. `before`: older than this feature, or released by officers who know the sender
   * another way.
   */
  state: 'due' | 'asked' | 'done' | 'refused' | 'before';
  /** Null: unknown. */
  owner: 'customer' | 'other' | null;
  name: Generated<string>;
  country: Generated<string>;
  provider: Generated<string>;
  message: Generated<string>;
  asked_at: Moment;
  /** When the party is called next; null: no call is due. */
  due_at: Moment | null;
  attempts: Generated<number>;
  /** Raised by whatever changes the question: an answer to an older one does not count (HARD-90). */
  generation: Generated<number>;
  answered_at: ColumnType<Date | null, undefined, Date>;
}

/** The tables of the Travel Rule. */
export interface TravelRuleSchema {
  counterparties: Counterparties;
  travel_rule: TravelRule;
}
