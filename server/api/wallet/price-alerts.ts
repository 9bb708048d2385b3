import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import {
  addAlert,
  listAlerts,
  removeAlert,
} from '#server/services/messages/alerts/price-alerts.ts';

export const priceAlertHandlers = {
  addPriceAlert: async (call, { currency_id: asset, kind, value, channel }) => {
    const { deps } = call;
    const owner = signedIn(call);
    // Limited because each alert may send a mail.
    const added = await addAlert(deps, owner, { asset, kind, value, channel });
    return isRefused(added) ? added : { status: 'success', data: { alert_id: added.id } };
  },

  listPriceAlerts: async (call, { currency_id: asset }) => ({
    status: 'success',
    data: await listAlerts(call.deps.db, signedIn(call).userId, asset),
  }),

  removePriceAlert: async (call, { alert_id: id }) =>
    (await removeAlert(call.deps, signedIn(call), id)) ?? { status: 'success' },
} satisfies Partial<Handlers>;
