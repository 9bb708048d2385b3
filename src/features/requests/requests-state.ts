import { proxy } from 'valtio/vanilla';
import type { RequestOf } from '#core/contract/endpoint.ts';
import { type CustomerRequest, listRequests, sendRequest } from '#core/contract/request.ts';
import { inOrder } from '#core/in-order.ts';
import { call } from '#transport/call.ts';
import { failureText, withDoubt } from '#transport/failure-text.ts';
import { readThrough } from '#transport/read-through.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';

interface KnownRequests {
  /** As the device last heard it; undefined until it has. */
  list: readonly CustomerRequest[] | undefined;
  /** When the server said so. */
  asOf: Date | undefined;
  /** Why the last read came to nothing. */
  failure: string | undefined;
}

const nothing: KnownRequests = { list: undefined, asOf: undefined, failure: undefined };

export const requests = proxy<KnownRequests>({ ...nothing });

const questions = inOrder(() => session.user?.id);

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

/** Sends one; returns its reference, or why it was not sent. */
export async function send(
  request: RequestOf<typeof sendRequest>,
): Promise<{ readonly reference: string } | { readonly failure: string }> {
  const outcome = await call(sendRequest, request);
  questions.changed();
  if (outcome.ok) return { reference: outcome.value.data.reference };
  const text = failureText(outcome.failure, 'It could not be sent. Please try again.');
  // Under the same key the server takes it once.
  return { failure: withDoubt(outcome.failure, text, 'If you send it again, it counts once.') };
}

whenCustomerChanges(() => Object.assign(requests, nothing));
