import { listNotices, type Staying } from '#core/contract/account/notifications.ts';
import { formatKept } from '#core/money/kept-text.ts';
import { masked } from '#platform/kept/preferences.ts';
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

/** A notice with the sum of the withdrawal that it is about: its own text may stand on a locked screen, and has none. */
function textIn(text: string, about: string | undefined, stays: readonly Staying[]): string {
  const one = stays.find((stay) => stay.kind === 'withdrawal' && stay.withdrawal_id === about);
  if (one?.kind !== 'withdrawal' || masked.value) return text;
  return `${text.replace(/\.$/, '')}: ${formatKept(one.amount, one.currency_id)}.`;
}

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
    const { stays } = outcome.value;
    for (const { notice_id, text, about } of outcome.value.data) {
      if (!mine.shown.has(notice_id)) toast.info(textIn(text, about, stays));
      mine.shown.add(notice_id);
    }
    recovery.due = outcome.value.recovery_due ?? undefined;
    const asOf = Date.parse(outcome.value.as_of);
    hearStaying(stays, asOf);
    mine.since = Math.max(since, asOf - OVERLAP_MS);
  }
  if (mine.again) void showNotices(from);
}
