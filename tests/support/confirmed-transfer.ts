import { sendTransferCode, type Transfer } from '#core/contract/money/transfer.ts';
import type { ApiClient, Credential } from './api-client.ts';
import { Sandbox } from './sandbox.ts';

/** The code that a customer in the European Union is mailed: it confirms this transfer and no other (KEEP-15). */
export async function codeForTransfer(
  api: ApiClient,
  { email, credential }: { readonly email: string; readonly credential: Credential },
  transfer: Transfer,
): Promise<string> {
  await api.must(sendTransferCode, { transfer }, { credential });
  return new Sandbox(api.base).code(email);
}
