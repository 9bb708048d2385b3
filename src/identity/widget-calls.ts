import type { KycStatus } from '#core/contract/identity.ts';
import { getSumsubToken, updateKycStatus } from '#core/contract/identity-widget.ts';
import { call } from '#transport/call.ts';

/** A token for this customer's identity widget, or undefined. */
export async function askWidgetToken(userId: string): Promise<string | undefined> {
  const outcome = await call(getSumsubToken, {}, { userId });
  return outcome.ok ? outcome.value.data.token : undefined;
}

/** Says what the widget said of this customer, and of no other; whether the server took it. */
export async function reportKyc(status: KycStatus, userId: string): Promise<boolean> {
  return (await call(updateKycStatus, { kyc_status: status }, { userId })).ok;
}
