import { requestTitles } from '#core/people/request-rules.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import {
  noErrorFoundMail,
  type Recipient,
  requestAnsweredMail,
  requestLaterMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { LATEST_ANSWER_DAYS } from '#server/policy.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { explanationDue } from './due.ts';
import type { RequestRow } from './requests.ts';

/** An officer's decision on a request, with the text for the customer. */
export type RequestDecision =
  | { readonly kind: 'answer' | 'reject'; readonly text: string; readonly officer: string }
  | { readonly kind: 'no-error' }
  | { readonly kind: 'later'; readonly text: string; readonly due: Date };

const DAY_MS = 24 * 3_600_000;

async function tell(
  deps: Deps,
  tx: Tx,
  row: RequestRow,
  popup: string,
  mail: (to: Recipient) => Mail,
): Promise<void> {
  await notify(deps, tx, row.user_id, { popup, page: '/requests', mail });
}

/**
 * Carries out a decision on an open request, and tells the customer in the app and by mail. The caller has
 * locked the row.
 */
export async function decideRequest(
  deps: Deps,
  tx: Tx,
  row: RequestRow,
  decision: RequestDecision,
): Promise<Refused | undefined> {
  const about = { what: requestTitles[row.kind], reference: row.id };
  const update = tx.updateTable('customer_requests').where('id', '=', row.id);
  switch (decision.kind) {
    case 'answer':
    case 'reject': {
      const rejected = decision.kind === 'reject';
      await update
        .set({
          state: rejected ? 'rejected' : 'answered',
          answer: decision.text,
          answered_at: deps.clock.sql,
          answered_by: decision.officer,
        })
        .execute();
      await tell(deps, tx, row, 'Your request was answered.', (to) =>
        requestAnsweredMail(to, about, { rejected, answer: decision.text }),
      );
      return undefined;
    }
    case 'no-error': {
      if (row.kind !== 'error' || row.state !== 'open') {
        return refuse('INVALID_INPUT', 'Only an error report that is open is investigated.');
      }
      const due = new Date(explanationDue(deps.clock.now()));
      await update.set({ state: 'explaining', due_at: due }).execute();
      await tell(deps, tx, row, 'There is news of your request.', (to) =>
        noErrorFoundMail(to, about, due),
      );
      return undefined;
    }
    case 'later': {
      const { due, text } = decision;
      const latest = row.created_at.getTime() + LATEST_ANSWER_DAYS * DAY_MS;
      if (due.getTime() <= row.due_at.getTime() || due.getTime() > latest) {
        return refuse(
          'INVALID_INPUT',
          'The new time is after the present one, and within three months of the request.',
        );
      }
      await update.set({ due_at: due, later: text }).execute();
      await tell(deps, tx, row, 'There is news of your request.', (to) =>
        requestLaterMail(to, about, { why: text, due }),
      );
      return undefined;
    }
  }
}
