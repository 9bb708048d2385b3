import { getSumsubToken, type KycStatus, updateKycStatus } from '#core/contract/identity.ts';
import { call } from '#transport/call.ts';
import { askKyc } from '#transport/kyc.ts';
import type { Report } from './verification.ts';

/** A token for this customer's identity widget, or undefined. */
export async function askWidgetToken(userId: string): Promise<string | undefined> {
  const outcome = await call(getSumsubToken, {}, { userId });
  return outcome.ok ? outcome.value.data.token : undefined;
}

/**
 * Says what the widget said of this customer, and of no other; the status that the server knows then,
 * or undefined if it did not take it.
 */
export const reportKyc = (
  { status, comment }: Report,
  userId: string,
): Promise<KycStatus | undefined> =>
  askKyc(userId, () =>
    call(
      updateKycStatus,
      { kyc_status: status, ...(comment !== undefined && { kyc_comment: comment }) },
      { userId },
    ),
  );
