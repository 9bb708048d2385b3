import type { KycStatus } from '#core/contract/identity.ts';
import { getSumsubToken, updateKycStatus } from '#core/contract/identity-widget.ts';
import { call } from '#transport/call.ts';

/** A token for the identity widget, or undefined. */
export async function askWidgetToken(): Promise<string | undefined> {
  const outcome = await call(getSumsubToken, {});
  return outcome.ok ? outcome.value.data.token : undefined;
}

/** Says what the widget said; whether the server took it. */
export async function reportKyc(status: KycStatus): Promise<boolean> {
  return (await call(updateKycStatus, { kyc_status: status })).ok;
}
