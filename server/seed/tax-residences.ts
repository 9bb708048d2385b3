import { DECLARATION } from '#core/tax/certification.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Tax numbers published as examples. */
const numbers: Readonly<Record<string, string>> = { AU: '123456782', LT: '38703181745' };

const homes: Readonly<Record<string, { address: string; city: string; postal: string }>> = {
  AU: { address: '12 Harbour Street', city: 'Sydney', postal: '2000' },
  LT: { address: 'Gedimino pr. 1', city: 'Vilnius', postal: 'LT-01103' },
};

/** Certifies the tax residence of an invented customer, like a real one (KEEP-14). */
export async function seedCertification(
  tx: Tx,
  { userId, country, at }: { readonly userId: string; readonly country: string; readonly at: Date },
): Promise<void> {
  const where = country in numbers ? country : 'AU';
  const { address = '', city = '', postal = '' } = homes[where] ?? {};
  await tx
    .insertInto('tax_certifications')
    .values({
      ...{ user_id: userId, address, city, state: '', postal, country: where },
      residences: JSON.stringify([{ country: where, number: numbers[where] ?? '' }]),
      declaration: DECLARATION,
      certified_at: at,
    })
    .execute();
}

interface Played {
  readonly userId: string;
  readonly country: string;
  /** The day from which the account is limited, for a customer who is asked like one who traded before. */
  readonly limited: Date | undefined;
}

/** The sandbox's version: the customer certifies, or is asked to. */
export const playTax = ({ db, clock }: Deps, { userId, country, limited }: Played) =>
  inTransaction(db, async (tx) => {
    const at = new Date(clock.now());
    if (limited === undefined) return seedCertification(tx, { userId, country, at });
    await tx
      .insertInto('tax_asks')
      .values({ user_id: userId, asked_at: at, limited_at: limited, look_at: at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ limited_at: limited }))
      .execute();
  });
