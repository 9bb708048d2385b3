import { withLock } from '#platform/page/web-locks.ts';
import { doneOrGone, scope } from '#transport/session/scope.ts';

/** For so long another tab, or another change in this one, is waited for. */
const MOST_MS = 15_000;

/** Runs one change of this browser's pushes at a time, in whichever tab; none for a customer who is gone. */
export async function inPushTurn(work: () => Promise<void>): Promise<void> {
  const { gone } = scope();
  await withLock('kopa-push-turn', MOST_MS, async () => {
    if (!gone.aborted) await doneOrGone(work());
  });
}
