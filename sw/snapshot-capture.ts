import { sealedIn } from '#core/envelope/sealed-in.ts';
import type { SnapshotName } from '#core/snapshot.ts';
import { asOf } from '#platform/time/as-of.ts';
import { textToKeep } from '#platform/vault/kept-answer.ts';
import { writeSnapshot } from '#platform/vault/snapshots.ts';
import { readVault } from '#platform/vault/vault-record.ts';

async function capture(name: SnapshotName, epoch: string, response: Response): Promise<void> {
  if (response.status !== 200) return;
  const savedAt = asOf(response);
  const sealed = sealedIn(await response.json());
  if (sealed === undefined || !savedAt) return;
  await writeSnapshot(name, epoch, await textToKeep(sealed), savedAt);
}

/** How long the answer to a page that has left may still take. */
const LEFT_MS = 30_000;

interface Read {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
}

/**
 * Lets a read through to the network and keeps its answer for the customer it belongs to; the page
 * gets it, and can draw it, once it is kept. If the page closes meanwhile, the request continues
 * without it. The vault's epoch is checked before the answer and, by the writing transaction, again
 * after it.
 */
export async function answerSnapshotRead(
  event: Read,
  name: SnapshotName,
  epoch: string,
): Promise<Response> {
  const before = readVault();
  const { request } = event;
  // The page decides how long it waits; the answer to one that has left is waited for a little longer.
  const leaving = new AbortController();
  request.signal.addEventListener('abort', () => setTimeout(() => leaving.abort(), LEFT_MS));
  const response = await fetch(new Request(request, { signal: leaving.signal }));
  if ((await before)?.epoch !== epoch) return response;
  const kept = capture(name, epoch, response.clone()).catch(() => undefined);
  event.waitUntil(kept);
  await kept;
  return response;
}
