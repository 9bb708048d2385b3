import type { getRemainder as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { listRemainder } from '#server/services/withdrawals/remainder.ts';

export const getRemainder: Handler<typeof endpoint> = async (call) => ({
  status: 'success',
  message: '',
  data: await listRemainder(call.deps, signedIn(call).userId),
});
