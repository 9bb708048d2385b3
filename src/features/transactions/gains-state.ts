import { proxy } from 'valtio/vanilla';
import { type Gains, getGains, stateCost } from '#core/contract/gains.ts';
import { inOrder } from '#core/in-order.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

/** What an asset cost and gained, as the server last said it in this visit. */
export interface KnownGains {
  data: Gains | undefined;
  /** Why the last read came to nothing, as a text for the customer. */
  failure: string | undefined;
}

/** By asset. */
export const gains: Record<string, KnownGains> = proxy({});

/** An answer about one asset outdates none about another. */
const questions = new Map<string, ReturnType<typeof inOrder>>();

function questionsOf(code: string): ReturnType<typeof inOrder> {
  const known = questions.get(code) ?? inOrder(() => session.user?.id);
  questions.set(code, known);
  return known;
}

whenCustomerChanges(() => {
  for (const code of Object.keys(gains)) delete gains[code];
});

export async function loadGains(code: string): Promise<void> {
  const counts = questionsOf(code).ask();
  const outcome = await call(getGains, { currency_id: code });
  if (!counts(outcome.ok)) return;
  gains[code] = outcome.ok
    ? { data: outcome.value.data, failure: undefined }
    : {
        data: gains[code]?.data,
        failure: failureText(outcome.failure, 'What it cost could not be loaded.'),
      };
}

/** Says what a deposit cost; resolves with why that came to nothing, or with undefined. */
export async function sayCost(
  code: string,
  journalId: string,
  cost: string,
): Promise<string | undefined> {
  const outcome = await call(stateCost, { journal_id: journalId, cost });
  if (!outcome.ok) return failureText(outcome.failure, 'The cost could not be saved.');
  await loadGains(code);
  return undefined;
}
