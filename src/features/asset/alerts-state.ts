import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import {
  addPriceAlert,
  listPriceAlerts,
  removePriceAlert,
} from '#core/contract/wallet/price-alerts.ts';
import { ok } from '#core/failure.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { readsByAsset } from './by-asset.ts';

const reads = readsByAsset(async (currency_id) => {
  const outcome = await call(listPriceAlerts, { currency_id });
  return outcome.ok ? ok(outcome.value.data) : outcome;
}, 'Your alerts could not be loaded.');

/** A customer's price alerts on an asset. */
export const alerts = reads.known;
export const loadAlerts = reads.load;

/** Resolves with an error text, or with undefined. */
export async function setAlert(
  request: ParsedRequestOf<typeof addPriceAlert>,
): Promise<string | undefined> {
  const outcome = await call(addPriceAlert, request);
  if (!outcome.ok) return failureText(outcome.failure, 'The alert could not be set.');
  reads.changed(request.currency_id);
  await loadAlerts(request.currency_id);
  return undefined;
}

/** Removes an alert; one that does not exist any more counts as removed. */
export async function dropAlert(code: string, alertId: string): Promise<string | undefined> {
  const outcome = await call(removePriceAlert, { alert_id: alertId });
  reads.changed(code);
  await loadAlerts(code);
  return outcome.ok || (outcome.failure.kind === 'refused' && outcome.failure.status === 404)
    ? undefined
    : failureText(outcome.failure, 'The alert could not be removed. Please try again.');
}
