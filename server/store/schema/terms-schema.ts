import type { ColumnType } from 'kysely';
import type { Moment } from './core-schema.ts';

interface TermsVersions {
  /** The page's path on the site. */
  document: string;
  version: string;
  counts_at: Moment;
  /** Markdown with its placeholders filled in. */
  text: string;
  changes: string[];
  found_at: Moment;
}

interface CustomerTerms {
  user_id: string;
  document: string;
  version: string;
  /** Null: accepted by registering. */
  told_at: ColumnType<Date | null, Date | undefined, Date>;
  /** When the customer opened the list of changes. */
  seen_at: ColumnType<Date | null, undefined, Date>;
  /** From when it applies to this customer. */
  counts_at: Moment;
}

/** The tables of the terms' versions and of their acceptance. */
export interface TermsSchema {
  terms_versions: TermsVersions;
  customer_terms: CustomerTerms;
}
