import { listWaiting, type Waiting } from '#core/contract/money/waiting.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { scopedStore } from '#transport/session/scope.ts';

interface KnownWaiting {
  /** The server's last answer in this visit; undefined until loaded. */
  list: readonly Waiting[] | undefined;
  /** The text of the last failure. */
  failure: string | undefined;
}

export const waiting = scopedStore<KnownWaiting>(() => ({ list: undefined, failure: undefined }));

const questions = inOrder();

export async function loadWaiting(): Promise<void> {
  const counts = questions.ask();
  const outcome = await call(listWaiting, {});
  if (!counts(outcome.ok)) return;
  if (outcome.ok) Object.assign(waiting, { list: outcome.value.data, failure: undefined });
  else waiting.failure = failureText(outcome.failure, 'What is under way could not be loaded.');
}
