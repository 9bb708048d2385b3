import { type CustomerRequest, listRequests, sendRequest } from '#core/contract/account/request.ts';
import type { RequestOf } from '#core/contract/endpoint.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { scopedStore } from '#transport/session/scope.ts';

interface KnownRequests {
  /** The last known list; undefined until loaded. */
  list: readonly CustomerRequest[] | undefined;
  /** When the server made that list. */
  asOf: Date | undefined;
  /** The text of the last failure. */
  failure: string | undefined;
}

export const requests = scopedStore<KnownRequests>(() => ({
  list: undefined,
  asOf: undefined,
  failure: undefined,
}));

const questions = inOrder();

export async function loadRequests(): Promise<void> {
  const counts = questions.ask();
  const outcome = await readThrough('requests', listRequests, {}, ({ data }, { asOf, source }) => {
    if (counts(source === 'server')) {
      Object.assign(requests, { list: data, asOf, failure: undefined });
    }
  });
  if (!outcome.ok && counts(false)) {
    requests.failure = failureText(outcome.failure, 'Your requests could not be loaded.');
  }
}

/** Sends a request; returns its reference or an error text. */
export async function send(
  request: RequestOf<typeof sendRequest>,
): Promise<{ readonly reference: string } | { readonly failure: string }> {
  const outcome = await call(sendRequest, request);
  questions.changed();
  if (outcome.ok) return { reference: outcome.value.data.reference };
  // The key is the same, so the server accepts the request once.
  const doubt = 'It may have been sent all the same. If you send it again, it counts once.';
  const text = failureText(outcome.failure, 'It could not be sent. Please try again.', doubt);
  return { failure: text };
}
