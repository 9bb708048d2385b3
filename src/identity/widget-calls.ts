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
 * Reports the widget's message about this customer, and no other. Returns the server's status then, or
 * undefined if it did not accept the report.
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
