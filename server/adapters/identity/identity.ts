import type { KycStatus } from '#core/contract/identity.ts';
import type { Notice } from '#server/adapters/notice.ts';

/** What a provider says of a customer's check. */
export interface Review {
  readonly status: KycStatus;
  /** What the reviewer wants of the customer, written for them. */
  readonly comment?: string | undefined;
}

/**
 * The identity-check party. Undefined: unavailable now. `again` names a second check, in which a
 * verified customer shows that they are the same person; its result does not change that of the first.
 */
export interface IdentityProvider {
  /** A short-lived token for the provider's widget. */
  accessToken(
    user: { readonly id: string; readonly email: string },
    again?: string,
  ): Promise<string | undefined>;
  /** What the provider says of this customer: the only truth there is. */
  review(userId: string, again?: string): Promise<Review | undefined>;
  /**
   * What the page reports of the widget. A real provider ignores it; in the sandbox it is the
   * provider's decision.
   */
  widgetReported(userId: string, review: Review, again?: string): Promise<void>;
  /** The customer a provider's notice is about. It is only a nudge: the status is then asked for. */
  customerOfNotice(body: Uint8Array, header: (name: string) => string | undefined): Notice;
}
