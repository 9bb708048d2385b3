import type { KycStatus } from '#core/contract/identity.ts';

/** The identity-check party. Undefined: unavailable now. */
export interface IdentityProvider {
  /** A short-lived token for the provider's widget. */
  accessToken(user: { readonly id: string; readonly email: string }): Promise<string | undefined>;
  /** What the provider says of this customer: the only truth there is. */
  status(userId: string): Promise<KycStatus | undefined>;
  /**
   * What the page says the widget said. A real provider knows better and ignores it; in the sandbox
   * the widget is the provider.
   */
  widgetReported(userId: string, status: KycStatus): Promise<void>;
  /**
   * The customer a provider's notice is about, or undefined where its signature is wrong. The notice
   * is only a nudge: the status is then asked for.
   */
  customerOfNotice(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): string | undefined;
}
