import { listWaiting, type Waiting } from '#core/contract/waiting.ts';
import { inOrder } from '#core/in-order.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { scopedStore } from '#transport/scope.ts';

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
