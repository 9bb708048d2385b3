import { type CustomerTerms, getTerms } from '#core/contract/account/terms.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { scopedStore } from '#transport/session/scope.ts';

interface Terms {
  /** Undefined until the server has answered. */
  data: CustomerTerms | undefined;
  failure: string | undefined;
}

export const terms = scopedStore<Terms>(() => ({ data: undefined, failure: undefined }));

/** It notes what the customer was shown, so it is no read, and has an end of its own (READ-02). */
const MOST_MS = 60_000;

const reads = inOrder();

export async function loadTerms(): Promise<void> {
  const counts = reads.ask();
  const outcome = await call(getTerms, {}, { timeoutMs: MOST_MS });
  if (!counts(outcome.ok)) return;
  if (outcome.ok) Object.assign(terms, { data: outcome.value.data, failure: undefined });
  else terms.failure = failureText(outcome.failure, 'Your terms could not be loaded.');
}
