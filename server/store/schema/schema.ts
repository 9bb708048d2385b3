import type { Kysely, Transaction } from 'kysely';
import type { ArchiveSchema } from './archive-schema.ts';
import type { BankSchema } from './bank-schema.ts';
import type { BuildsSchema } from './builds-schema.ts';
import type { CoreSchema } from './core-schema.ts';
import type { CustomerSchema } from './customer-schema.ts';
import type { DeskSchema } from './desk-schema.ts';
import type { EndingsSchema } from './endings-schema.ts';
import type { MonitoringSchema } from './monitoring-schema.ts';
import type { PartiesSchema } from './parties-schema.ts';
import type { RiskSchema } from './risk-schema.ts';
import type { ScreeningSchema } from './screening-schema.ts';
import type { SecuritySchema } from './security-schema.ts';
import type { TaxSchema } from './tax-schema.ts';
import type { TermsSchema } from './terms-schema.ts';
import type { TradingSchema } from './trading-schema.ts';
import type { TravelRuleSchema } from './travel-rule-schema.ts';

export interface Schema
  extends ArchiveSchema,
    BankSchema,
    BuildsSchema,
    CoreSchema,
    PartiesSchema,
    CustomerSchema,
    DeskSchema,
    EndingsSchema,
    MonitoringSchema,
    RiskSchema,
    ScreeningSchema,
    SecuritySchema,
    TaxSchema,
    TermsSchema,
    TradingSchema,
    TravelRuleSchema {}

/** The database. Outside a transaction, it is for single independent statements. */
export type Db = Kysely<Schema>;

declare const inside: unique symbol;

/**
 * A transaction, for writes that belong together: only `inTransaction` creates one, and it is valid only
 * inside it.
 */
export type Tx = Transaction<Schema> & { readonly [inside]: true };

/** For reading, inside or outside a transaction. It has no methods for writing; raw SQL could still write. */
export type Reader = Pick<Db, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>;
