import { listNotices } from '#core/contract/notifications.ts';
import { call } from '#transport/call.ts';
import { recoveryDue } from '#transport/recovery-due.ts';
import { session } from '#transport/session.ts';
import { toast } from '#ui/toasts.ts';

/** A notice may become readable only a moment after the time it was written. */
const OVERLAP_MS = 10_000;

let owner: string | undefined;
let since = 0;
let shown = new Set<string>();
let looking = false;
/** Another notice may have come after the request that is under way. */
let again = false;

/** Shows each notice once, as a toast. `from`: when this page began, in the server's time. */
export async function showNotices(from: number): Promise<void> {
  again = looking;
  if (looking) return;
  const user = session.user?.id;
  if (user !== owner) {
    owner = user;
    since = from;
    shown = new Set();
  }
  looking = true;
  const outcome = await call(listNotices, { after: new Date(since).toISOString() });
  looking = false;
  if (again) void showNotices(from);
  if (!outcome.ok || session.user?.id !== owner) return;
  for (const { notice_id, text } of outcome.value.data) {
    if (!shown.has(notice_id)) toast.info(text);
    shown.add(notice_id);
  }
  const { recovery_due: due } = outcome.value;
  recoveryDue.value = due && user ? { userId: user, due } : undefined;
  since = Math.max(since, Date.parse(outcome.value.as_of) - OVERLAP_MS);
}
