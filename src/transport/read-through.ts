import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import type { Outcome } from '#core/failure.ts';
import type { SnapshotName } from '#core/snapshot.ts';
import { serverNow } from '#platform/clock.ts';
import { markCopy } from '#platform/old-copies.ts';
import { readSnapshot } from '#platform/vault/snapshots.ts';
import { call } from './call.ts';
import { openAnswer } from './exchange.ts';
import { session } from './session.ts';

export interface Shown {
  /** When the server made the answer. */
  readonly asOf: Date;
  readonly source: 'snapshot' | 'server';
}

/**
 * Reads with the device's snapshot first: `show` is called with it at once, if there is one, and again
 * with the server's answer, so that a flaky network never shows an empty page. A snapshot that arrives
 * after the answer, or belongs to somebody who has signed out, is not shown.
 */
export async function readThrough<E extends AnyEndpoint>(
  name: SnapshotName,
  endpoint: E,
  request: RequestOf<E>,
  show: (answer: AnswerOf<E>, shown: Shown) => void,
): Promise<Outcome<AnswerOf<E>>> {
  const owner = session.user?.id;
  let answered = false;
  const isCurrent = (): boolean => owner !== undefined && session.user?.id === owner;

  const fromDevice = (
    owner === undefined ? Promise.resolve(undefined) : readSnapshot(name, owner)
  ).then(async (snapshot) => {
    if (answered || !isCurrent()) return;
    markCopy(name, snapshot === 'old');
    if (!snapshot || snapshot === 'old') return;
    const opened = await openAnswer(endpoint, snapshot.sealed, 200);
    if (!opened.ok || answered || !isCurrent()) return;
    show(opened.value, { asOf: snapshot.savedAt, source: 'snapshot' });
  });
  const outcome = await call(
    endpoint,
    request,
    owner === undefined ? {} : { snapshot: { name, owner } },
  );
  if (outcome.ok && isCurrent()) {
    answered = true;
    markCopy(name, false);
    show(outcome.value, { asOf: outcome.asOf ?? new Date(serverNow()), source: 'server' });
  } else {
    await fromDevice;
  }
  return outcome;
}
