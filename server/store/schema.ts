import type { Kysely, Transaction } from 'kysely';
import type { CoreSchema } from './core-schema.ts';
import type { CustomerSchema } from './customer-schema.ts';
import type { PartiesSchema } from './parties-schema.ts';
import type { SecuritySchema } from './security-schema.ts';

export interface Schema extends CoreSchema, PartiesSchema, CustomerSchema, SecuritySchema {}

/** The database. Outside a transaction it is for single statements that stand on their own. */
export type Db = Kysely<Schema>;

declare const inside: unique symbol;

/** What belongs together is written with this: made by `inTransaction` alone, good only inside it. */
export type Tx = Transaction<Schema> & { readonly [inside]: true };

/** What can be read from, inside or outside a transaction, and not written with but by raw SQL. */
export type Reader = Pick<Db, 'selectFrom' | 'getExecutor'>;
