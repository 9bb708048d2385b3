import type { Deps } from '#server/deps.ts';
import { readArchived } from '#server/services/customers/archive/archive.ts';
import {
  newestCertification,
  residencesIn,
} from '#server/services/tax/residence/certifications.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import type { Person } from './carf-xml.ts';

export interface Account {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly dob: string;
  readonly deleted_at: Date | null;
}

/** Who opens the archive, and why. */
export interface Asking {
  readonly officer: string;
  readonly reason: string;
}

/**
 * For a closed account, the archive is opened, which is recorded; undefined if the customer never certified.
 */
async function fromArchive(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
  asking: Asking,
): Promise<Person | undefined> {
  const [closed] = await readArchived(deps, tx, userId, asking);
  const tables = closed?.parts.find(({ part }) => part === 'identity')?.tables ?? [];
  const rowsOf = (name: string) =>
    (tables.find((one) => one.name === name)?.rows ?? []).map((row) =>
      Object.fromEntries(row.map(({ label, value }) => [label, value])),
    );
  const [user] = rowsOf('users');
  const certified = rowsOf('tax_certifications').sort((a, b) => Number(b.id) - Number(a.id))[0];
  if (!user || !certified) return undefined;
  const { address = '', city = '', state = '', postal = '', country = '' } = certified;
  return {
    firstName: user.kyc_first_name || (user.first_name ?? ''),
    lastName: (user.kyc_first_name ? user.kyc_last_name : user.last_name) ?? '',
    born: user.kyc_born || (user.dob ?? ''),
    home: { address, city, state, postal, country },
    residences: residencesIn(certified.residences ?? '[]'),
  };
}

/** A customer's identity for a tax office, from their latest certification. */
export async function personOf(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  account: Account,
  asking: Asking,
): Promise<Person | undefined> {
  const { id, first_name: firstName, last_name: lastName, dob: born } = account;
  if (account.deleted_at !== null) return fromArchive(deps, tx, id, asking);
  const certified = await newestCertification(tx, id);
  return certified && { firstName, lastName, born, ...certified };
}
