import { type Position, readPosition } from '#core/contract/staff/desk.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { scopedStore } from '#transport/session/scope.ts';

interface Held {
  /** Undefined until loaded. Nothing is stored on the device. */
  rows: readonly Position[] | undefined;
  /** When it was read, by the server's clock. */
  asOf: string;
  failure: string | undefined;
}

export const held = scopedStore<Held>(() => ({ rows: undefined, asOf: '', failure: undefined }));

const reads = inOrder();

export async function loadPosition(): Promise<void> {
  const counts = reads.ask();
  const outcome = await call(readPosition, {});
  if (!counts(outcome.ok)) return;
  if (!outcome.ok) {
    held.failure = failureText(outcome.failure, 'The position could not be loaded.');
    return;
  }
  const { data, as_of: asOf } = outcome.value;
  Object.assign(held, { rows: data, asOf, failure: undefined });
}
