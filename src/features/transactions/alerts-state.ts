import { proxy } from 'valtio/vanilla';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import {
  addPriceAlert,
  listPriceAlerts,
  type PriceAlert,
  removePriceAlert,
} from '#core/contract/price-alerts.ts';
import { inOrder } from '#core/in-order.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

interface KnownAlerts {
  list: readonly PriceAlert[] | undefined;
  /** Why the last read came to nothing. */
  failure: string | undefined;
}

/** A customer's price alerts by asset, as the server last said in this visit. */
export const alerts: Record<string, KnownAlerts> = proxy({});

/** An answer about one asset outdates none about another. */
const questions = new Map<string, ReturnType<typeof inOrder>>();

function questionsOf(code: string): ReturnType<typeof inOrder> {
  const known = questions.get(code) ?? inOrder(() => session.user?.id);
  questions.set(code, known);
  return known;
}

whenCustomerChanges(() => {
  for (const code of Object.keys(alerts)) delete alerts[code];
});

export async function loadAlerts(code: string): Promise<void> {
  const counts = questionsOf(code).ask();
  const outcome = await call(listPriceAlerts, { currency_id: code });
  if (!counts(outcome.ok)) return;
  alerts[code] = outcome.ok
    ? { list: outcome.value.data, failure: undefined }
    : {
        list: alerts[code]?.list,
        failure: failureText(outcome.failure, 'Your alerts could not be loaded.'),
      };
}

/** Resolves with why it came to nothing, or with undefined. */
export async function setAlert(
  request: ParsedRequestOf<typeof addPriceAlert>,
): Promise<string | undefined> {
  const outcome = await call(addPriceAlert, request);
  if (!outcome.ok) return failureText(outcome.failure, 'The alert could not be set.');
  questionsOf(request.currency_id).changed();
  await loadAlerts(request.currency_id);
  return undefined;
}

/** One that is gone already is removed, too. */
export async function dropAlert(code: string, alertId: string): Promise<string | undefined> {
  const outcome = await call(removePriceAlert, { alert_id: alertId });
  questionsOf(code).changed();
  await loadAlerts(code);
  return outcome.ok || (outcome.failure.kind === 'refused' && outcome.failure.status === 404)
    ? undefined
    : failureText(outcome.failure, 'The alert could not be removed. Please try again.');
}
