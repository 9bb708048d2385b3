import { sql } from 'kysely';
import type { CustomerTerms, TermsVersion } from '#core/contract/account/terms.ts';
import { formerPath } from '#core/legal-document.ts';
import { type TermsPath, termsOf } from '#core/routes.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { readEnding } from '#server/services/customers/endings/endings.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

interface Placed {
  readonly userId: string;
  readonly country: string;
}

/** A document's version with the latest start. */
export const newestOf = (reader: Reader, document: TermsPath) =>
  reader
    .selectFrom('terms_versions')
    .select(['version', 'counts_at', 'changes'])
    .where('document', '=', document)
    .orderBy('counts_at', 'desc')
    .orderBy('found_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A new customer accepts the newest version, even one that applies to others only later. */
export async function acceptTerms(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { userId, country }: Placed,
): Promise<void> {
  const document = termsOf(country);
  const newest = await newestOf(tx, document);
  // The very first server has not recorded the versions yet: `placeOthers` follows a moment later.
  if (!newest) return;
  await tx
    .insertInto('customer_terms')
    .values({ user_id: userId, document, version: newest.version, counts_at: clock.sql })
    .execute();
}

/** The version for a customer who registered before acceptances were recorded: the one of that day. */
export async function placeCustomer(
  tx: Tx,
  { userId, country, since }: Placed & { readonly since: Date },
): Promise<void> {
  const document = termsOf(country);
  const { rows } = await sql<{ version: string }>`select version from terms_versions
    where document = ${document} order by counts_at > ${since},
      case when counts_at <= ${since} then counts_at end desc, counts_at limit 1`.execute(tx);
  const [found] = rows;
  if (!found) return;
  await tx
    .insertInto('customer_terms')
    .values({ user_id: userId, document, version: found.version, counts_at: since })
    .onConflict((row) => row.doNothing())
    .execute();
}

interface Row {
  readonly document: string;
  readonly version: string;
  readonly told_at: Date | null;
  readonly counts_at: Date;
  readonly changes: readonly string[];
  readonly newest: boolean;
  readonly coming: boolean;
}

const versionOf = ({
  document,
  version,
  told_at,
  counts_at,
  changes,
  newest,
}: Row): TermsVersion => ({
  version,
  counts_at: counts_at.toISOString(),
  told_at: told_at?.toISOString() ?? null,
  changes: [...changes],
  path: newest ? document : formerPath(document, version),
});

/** What a customer has accepted and what comes next; that they looked at it is recorded. */
export function readTerms(deps: Deps, owner: Owner): Promise<CustomerTerms | Refused> {
  return withAccount(deps, owner, async (tx) => {
    const now = deps.clock.sql;
    const { rows } =
      await sql<Row>`select own.document, own.version, own.told_at, own.counts_at, changes,
        own.counts_at > ${now} as coming,
        not exists (select from terms_versions as later where later.document = own.document
          and (later.counts_at, later.found_at) > (versions.counts_at, versions.found_at)) as newest
      from customer_terms as own join terms_versions as versions using (document, version)
      where user_id = ${owner.userId} order by own.counts_at desc`.execute(tx);
    await tx
      .updateTable('customer_terms')
      .set({ seen_at: now })
      .where('user_id', '=', owner.userId)
      .where('told_at', 'is not', null)
      .where('seen_at', 'is', null)
      .execute();
    const coming = rows.filter((row) => row.coming);
    const [current, ...former] = rows.filter((row) => !row.coming);
    const ending = await readEnding(tx, owner.userId);
    return {
      ending: ending
        ? {
            ends_at: ending.ends_at.toISOString(),
            claim_until: ending.claim_until.toISOString(),
          }
        : null,
      current: current ? versionOf(current) : null,
      // The version that applies first comes first.
      coming: coming.reverse().map(versionOf),
      former: former.map(versionOf),
    };
  });
}
