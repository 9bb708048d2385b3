import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import type { Outcome } from '#core/failure.ts';
import type { SnapshotName } from '#core/snapshot.ts';
import { KEPT_CONTRACT } from '#core/snapshot.ts';
import { forgetCopies, markCopy } from '#platform/kept/unread-copies.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { keptText, readKept } from '#platform/vault/kept-answer.ts';
import {
  dropSnapshot,
  readSnapshot,
  type Snapshot,
  writeSnapshot,
} from '#platform/vault/snapshots.ts';
import { currentEpoch } from '#platform/vault/vault.ts';
import { scope, whenGone } from '#transport/session/scope.ts';
import { call } from './call.ts';
import { checkAnswer } from './exchange.ts';

export interface Provenance {
  /** When the server made the answer. */
  readonly asOf: Date;
  readonly source: 'snapshot' | 'server';
}

interface Read<Answer> {
  readonly value: Answer;
  readonly opened: Readonly<Record<string, unknown>>;
  /** It was kept sealed, as by versions of the app before this one. */
  readonly isFormer: boolean;
}

/**
 * The answer in a kept text. `foreign`: it is another version's, which this one can't read; that version may come
 * back. What this version cannot read of its own is broken and removed.
 */
async function fromText<E extends AnyEndpoint>(
  name: SnapshotName,
  endpoint: E,
  { text }: Snapshot,
): Promise<Read<AnswerOf<E>> | 'foreign' | undefined> {
  const kept = await readKept(text);
  if (!kept) return 'foreign';
  const checked = checkAnswer(endpoint, kept.answer, 200);
  if (checked.ok) {
    return { value: checked.value, opened: kept.answer, isFormer: kept.contract === undefined };
  }
  if (kept.contract !== KEPT_CONTRACT) return 'foreign';
  await dropSnapshot(name);
  return undefined;
}

/** Keeps an answer opened that was kept sealed, before a change of the transport's key would make it unreadable. */
async function keepOpened(
  name: SnapshotName,
  owner: string | undefined,
  opened: Readonly<Record<string, unknown>>,
  savedAt: Date,
): Promise<void> {
  const epoch = await currentEpoch(owner);
  if (epoch) await writeSnapshot(name, epoch, keptText(opened), savedAt).catch(() => false);
}

whenGone(forgetCopies);

/**
 * Reads with the device's snapshot first: `show` is called with it at once, if there is one, and again
 * with the server's answer, so that a flaky network never shows an empty page. A snapshot that arrives
 * after the answer, or belongs to somebody who has signed out, is not shown.
 */
export async function readThrough<E extends AnyEndpoint>(
  name: SnapshotName,
  endpoint: E,
  request: RequestOf<E>,
  show: (answer: AnswerOf<E>, shown: Provenance) => void,
): Promise<Outcome<AnswerOf<E>>> {
  const { userId: owner, only } = scope();
  let answered = false;
  // Each step is waited for by whoever is there only, so a former customer's copy goes nowhere.
  const fromDevice = async (): Promise<void> => {
    const snapshot = owner === undefined ? undefined : await only(readSnapshot(name, owner));
    if (answered) return;
    const kept =
      typeof snapshot === 'object' ? await only(fromText(name, endpoint, snapshot)) : snapshot;
    if (answered) return;
    markCopy(name, typeof kept === 'string' ? kept : undefined);
    if (typeof kept !== 'object' || typeof snapshot !== 'object') return;
    show(kept.value, { asOf: snapshot.savedAt, source: 'snapshot' });
    if (kept.isFormer) await keepOpened(name, owner, kept.opened, snapshot.savedAt);
  };
  const shownFirst = fromDevice();
  const outcome = await call(
    endpoint,
    request,
    owner === undefined ? {} : { snapshot: { name, owner } },
  );
  if (outcome.ok) {
    answered = true;
    markCopy(name, undefined);
    show(outcome.value, { asOf: outcome.asOf ?? new Date(serverNow()), source: 'server' });
  } else {
    await shownFirst;
  }
  return outcome;
}
