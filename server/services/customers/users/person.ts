import type { PersonName } from '#core/people/person-name.ts';
import type { Applicant } from '#server/adapters/identity/identity.ts';
import type { UserRow } from './users.ts';

type Named = Pick<UserRow, 'first_name' | 'last_name' | 'kyc_first_name' | 'kyc_last_name'>;

/** The columns of an account that say whose it is. */
export const nameColumns = [
  'users.first_name',
  'users.last_name',
  'users.kyc_first_name',
  'users.kyc_last_name',
] as const;

/** Who a customer is (READ-09): by the document of their identity check or, before one has said it, by what they typed. */
export const nameOf = (user: Named): PersonName =>
  user.kyc_first_name === null
    ? { first: user.first_name, last: user.last_name }
    : { first: user.kyc_first_name, last: user.kyc_last_name ?? '' };

/** The names that are theirs: their document's, and the one they typed, which an officer or a comparison found the same. */
export const namesOf = (user: Named): readonly PersonName[] => [
  nameOf(user),
  { first: user.first_name, last: user.last_name },
];

/** What a customer said of themselves, for the provider of identity checks to hold against their documents. */
export const applicantOf = (
  user: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'dob'>,
): Applicant => ({
  ...{ id: user.id, email: user.email, first: user.first_name, last: user.last_name },
  born: user.dob,
});
