import type { ColumnType, Generated, RawBuilder } from 'kysely';
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
   * `due`: to be sent to the party, or asked of it. `asked`: the customer has to answer. `pending`: the recipient's provider
   * has it and has not decided. `refused`: the recipient's provider does not accept it. `contradicted`: the sender's
   * provider says otherwise than the customer. `before`: older than this feature, or released by officers who know the sender
   * another way.
   */
  state: 'due' | 'asked' | 'pending' | 'done' | 'refused' | 'contradicted' | 'before';
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
  /** The party's last word about what was handed over; empty: none. */
  said: Generated<string>;
  /** Until when an answer is waited for; null: it is not. */
  until_at: ColumnType<Date | null, undefined, RawBuilder<Date> | null>;
  /** Whether owner, name, country and provider of a deposit's sender are the customer's word. */
  by_customer: Generated<boolean>;
  /** What the sender's provider says otherwise. */
  told_name: Generated<string>;
  told_country: Generated<string>;
  told_provider: Generated<string>;
  told_at: ColumnType<Date | null, undefined, Date>;
}

/** The tables of the Travel Rule. */
export interface TravelRuleSchema {
  counterparties: Counterparties;
  travel_rule: TravelRule;
}
