import { taxCountryOf, taxZoneOf } from '#core/tax/country-rules.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { newestCertification } from '#server/services/tax/residence/certifications.ts';
import type { Reader } from '#server/store/schema/schema.ts';

export interface TaxBasis {
  /** The certified residence whose rule counts. */
  readonly country: string | undefined;
  readonly residences: number;
  readonly zone: string | undefined;
}

/** The residence of a customer, and the zone of its tax years as far as it alone says. */
export async function residenceBasis(reader: Reader, userId: string): Promise<TaxBasis> {
  const certified = await newestCertification(reader, userId);
  const residences = certified?.residences ?? [];
  const country = taxCountryOf(certified?.home.country, residences);
  // A state belongs to the country of the address.
  const state = certified?.home.country === country ? certified?.home.state : undefined;
  return { country, residences: residences.length, zone: taxZoneOf(country, state) };
}

/** The zone if there is one by this name, else UTC. */
function knownZone(zone: string): string {
  try {
    return zone === ''
      ? 'UTC'
      : new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/**
 * By which rule and in which zone a report is made: the zone of the first report for this residence, so that
 * no disposal falls between two years because somebody moved or travels.
 */
export const openTaxReport = (
  deps: Deps,
  owner: Owner,
  { time_zone, keep }: { readonly time_zone: string; readonly keep: boolean },
): Promise<(Omit<TaxBasis, 'zone'> & { readonly zone: string }) | Refused> =>
  withAccount(deps, owner, async (tx) => {
    const basis = await residenceBasis(tx, owner.userId);
    const country = basis.country ?? '';
    const kept = await tx
      .selectFrom('tax_zones')
      .select('zone')
      .where('user_id', '=', owner.userId)
      .where('country', '=', country)
      .executeTakeFirst();
    const zone = kept?.zone ?? basis.zone ?? knownZone(time_zone);
    if (keep && !kept) {
      await tx
        .insertInto('tax_zones')
        .values({ user_id: owner.userId, country, zone, first_at: deps.clock.sql })
        .execute();
    }
    return { ...basis, zone };
  });
