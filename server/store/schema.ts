import type { Kysely, Transaction } from 'kysely';
import type { CoreSchema } from './core-schema.ts';
import type { CustomerSchema } from './customer-schema.ts';
import type { PartiesSchema } from './parties-schema.ts';
import type { SecuritySchema } from './security-schema.ts';

export interface Schema extends CoreSchema, PartiesSchema, CustomerSchema, SecuritySchema {}

/** For reading, and for the few single statements that stand on their own. */
export type Db = Kysely<Schema>;

declare const inside: unique symbol;

/** The power to write: made by `inTransaction` alone and good only inside it. */
export type Tx = Transaction<Schema> & { readonly [inside]: true };

/** What can be read from, inside or outside a transaction. */
export type Reader = Db | Tx;
