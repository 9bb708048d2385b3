import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import {
  addPriceAlert,
  listPriceAlerts,
  removePriceAlert,
} from '#core/contract/wallet/price-alerts.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { reading } from '#transport/calls/reading.ts';

/** A customer's price alerts, on all assets. */
export const alerts = reading(
  listPriceAlerts,
  {},
  {
    pick: ({ data }) => data,
    failed: 'Your alerts could not be loaded.',
  },
);

/** Resolves with an error text, or with undefined. */
export async function setAlert(
  request: ParsedRequestOf<typeof addPriceAlert>,
): Promise<string | undefined> {
  const outcome = await call(addPriceAlert, request);
  if (!outcome.ok) return failureText(outcome.failure, 'The alert could not be set.');
  await alerts.changed();
  return undefined;
}

/** Removes an alert; one that does not exist any more counts as removed. */
export async function dropAlert(alertId: string): Promise<string | undefined> {
  const outcome = await call(removePriceAlert, { alert_id: alertId });
  await alerts.changed();
  return outcome.ok || (outcome.failure.kind === 'refused' && outcome.failure.status === 404)
    ? undefined
    : failureText(outcome.failure, 'The alert could not be removed. Please try again.');
}
