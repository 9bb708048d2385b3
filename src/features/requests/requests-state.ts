import { listRequests, sendRequest } from '#core/contract/account/request.ts';
import type { RequestOf } from '#core/contract/endpoint.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { reading } from '#transport/calls/reading.ts';

export const requests = reading(
  listRequests,
  {},
  {
    snapshot: 'requests',
    pick: ({ data }) => data,
    failed: 'Your requests could not be loaded.',
  },
);

/** Sends a request; returns its reference or an error text. */
export async function send(
  request: RequestOf<typeof sendRequest>,
): Promise<{ readonly reference: string } | { readonly failure: string }> {
  const outcome = await call(sendRequest, request);
  requests.outdate();
  if (outcome.ok) return { reference: outcome.value.data.reference };
  // The key is the same, so the server accepts the request once.
  const doubt = 'It may have been sent all the same. If you send it again, it counts once.';
  const text = failureText(outcome.failure, 'It could not be sent. Please try again.', doubt);
  return { failure: text };
}
