import type { KycStatus } from '#core/contract/account/identity.ts';
import type { VerifiedPerson } from '#core/people/verified-person.ts';
import type { Notice } from '#server/adapters/party/notice.ts';

/** The provider's result of a customer's identity check. */
export interface Review {
  readonly status: KycStatus;
  /** The reviewer's comment, addressed to the customer. */
  readonly comment?: string | undefined;
  /** The name in Latin letters, as it stands in the document or is made from it. */
  readonly latinName?: string | undefined;
  /** Whose document it was; undefined: the provider does not say (READ-09). */
  readonly person?: Omit<VerifiedPerson, 'latin'> | undefined;
  /** The provider does not know the customer (any more), and so vouches for nobody. */
  readonly gone?: boolean;
}

/** A customer, with what they said of themselves, for the provider to compare. */
export interface Applicant {
  readonly id: string;
  readonly email: string;
  readonly first: string;
  readonly last: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly born: string;
}

/**
 * The provider of identity checks. Undefined: unavailable now. `again` names a second check, in which a
 * verified customer proves to be the same person; it does not change the result of the first.
 */
export interface IdentityProvider {
  /** A short-lived token for the provider's widget. */
  accessToken(user: Applicant, again?: string): Promise<string | undefined>;
  /** The provider's current result for this customer, the only source of truth. */
  review(userId: string, again?: string): Promise<Review | undefined>;
  /**
   * Takes what the page reports of the widget. A real provider ignores it; the sandbox takes it as its
   * result.
   */
  widgetReported(userId: string, review: Review, again?: string): Promise<void>;
  /** The customer that a notice is about. A notice is only a trigger: the result is then fetched. */
  customerOfNotice(body: Uint8Array, header: (name: string) => string | undefined): Notice;
}
