import { AS_OF_HEADER, type SnapshotName } from '#core/snapshot.ts';
import { writeSnapshot } from '#platform/vault/snapshots.ts';
import { readVault } from '#platform/vault/vault-record.ts';

/** The encrypted answer in a `{res}` body. */
async function sealedIn(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' &&
      body !== null &&
      'res' in body &&
      typeof body.res === 'string'
      ? body.res
      : undefined;
  } catch {
    return undefined;
  }
}

const serverTime = (response: Response): Date => {
  const { headers } = response;
  const time = new Date(headers.get(AS_OF_HEADER) ?? headers.get('date') ?? '');
  return Number.isNaN(time.getTime()) ? new Date() : time;
};

async function capture(name: SnapshotName, epoch: string, response: Response): Promise<void> {
  if (response.status !== 200) return;
  const sealed = await sealedIn(response);
  if (sealed !== undefined) await writeSnapshot(name, epoch, sealed, serverTime(response));
}

/**
 * Lets a read through to the network and keeps its answer for the customer it belongs to. If the
 * page closes meanwhile, the request continues without it. The vault's epoch is checked before the
 * answer and, by the writing transaction, again after it.
 */
export async function answerSnapshotRead(
  event: FetchEvent,
  name: SnapshotName,
  epoch: string,
): Promise<Response> {
  const before = readVault();
  const response = await fetch(new Request(event.request, { signal: null }));
  if ((await before)?.epoch === epoch) event.waitUntil(capture(name, epoch, response.clone()));
  return response;
}
