import type { getInstruments as endpoint } from '#core/contract/swap.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { listInstruments } from '#server/services/offers/instruments.ts';

export const getInstruments: Handler<typeof endpoint> = async (call, { limit }) => ({
  status: 'success',
  data: { instruments: await listInstruments(call.deps.db, signedIn(call).userId, limit) },
});
