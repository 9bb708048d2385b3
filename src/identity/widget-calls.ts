import {
  getSumsubToken,
  type KycStatus,
  updateKycStatus,
} from '#core/contract/account/identity.ts';
import { call } from '#transport/calls/call.ts';
import { askKyc } from '#transport/session/kyc.ts';
import type { Report } from './verification.ts';

/** A token for the customer's identity widget, or undefined. */
export async function askWidgetToken(): Promise<string | undefined> {
  const outcome = await call(getSumsubToken, {});
  return outcome.ok ? outcome.value.data.token : undefined;
}

/**
 * Reports the widget's message about the customer. Returns the server's status then, or undefined
 * if it did not accept the report.
 */
export const reportKyc = ({ status, comment }: Report): Promise<KycStatus | undefined> =>
  askKyc(() =>
    call(updateKycStatus, {
      kyc_status: status,
      ...(comment !== undefined && { kyc_comment: comment }),
    }),
  );
