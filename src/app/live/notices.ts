import { listNotices } from '#core/contract/account/notifications.ts';
import { call } from '#transport/calls/call.ts';
import { recovery } from '#transport/session/recovery-due.ts';
import { perScope } from '#transport/session/scope.ts';
import { hearStaying } from '#transport/session/staying.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** A notice may become readable only a moment after the time it was written. */
const OVERLAP_MS = 10_000;

const notices = perScope(() => ({
  /** In the server's time; undefined before the first look. */
  since: undefined as number | undefined,
  shown: new Set<string>(),
  looking: false,
  /** Another notice may have come after the request that is under way. */
  again: false,
}));

/** Shows each notice once, as a toast. `from`: when this page began, in the server's time. */
export async function showNotices(from: number): Promise<void> {
  const mine = notices();
  mine.again = mine.looking;
  if (mine.looking) return;
  const since = mine.since ?? from;
  mine.looking = true;
  const outcome = await call(listNotices, { after: new Date(since).toISOString() });
  mine.looking = false;
  if (outcome.ok) {
    for (const { notice_id, text } of outcome.value.data) {
      if (!mine.shown.has(notice_id)) toast.info(text);
      mine.shown.add(notice_id);
    }
    recovery.due = outcome.value.recovery_due ?? undefined;
    const asOf = Date.parse(outcome.value.as_of);
    hearStaying(outcome.value.stays, asOf);
    mine.since = Math.max(since, asOf - OVERLAP_MS);
  }
  if (mine.again) void showNotices(from);
}
