import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  decimal,
  done,
  empty,
  instant,
  sentInstant,
  success,
  text,
} from '#core/contract/schemas.ts';
import { emailEvents, popupEvents } from '#core/people/notifications.ts';

/** The events a customer is notified of; those not listed are off (D20). */
const chosen = v.object({
  popup: v.pipe(v.array(v.picklist(popupEvents)), v.maxLength(popupEvents.length)),
  email: v.pipe(v.array(v.picklist(emailEvents)), v.maxLength(emailEvents.length)),
});

export const getNotifications = endpoint({
  path: '/users/get-notifications',
  access: 'session',
  effect: 'read',
  givesWay: 'histories',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      ...chosen.entries,
      /** The server's public key for Web Push (VAPID), base64url. */
      push_key: v.string(),
      /** Whether this session's browser receives Web Push. */
      push_here: v.boolean(),
      /** How often in a row its push service has refused us (HARD-75). Older servers do not say. */
      push_refused: v.optional(v.number(), 0),
    }),
  }),
});

export const saveNotifications = endpoint({
  path: '/users/save-notifications',
  access: 'session',
  effect: 'write',
  repeatable: true,
  request: chosen,
  answer: v.object({ ...success, data: chosen }),
});

const whence = { device: v.string(), place: v.string() };
const going = { amount: decimal, currency_id: v.string(), recipient: v.string() };

/** What stays on the customer's open pages until it is over or put away (EYE-05). */
export const staying = v.variant('kind', [
  /** A withdrawal that another session asked for and nobody has begun to send. `device` is empty once it is signed out. */
  v.object({
    kind: v.literal('withdrawal'),
    withdrawal_id: v.string(),
    ...going,
    since: instant,
    /** Until when it can certainly be cancelled. */
    until: v.nullable(instant),
    ...whence,
  }),
  /** A sign-in, later than this one, on a device that the account did not know. */
  v.object({ kind: v.literal('sign-in'), session_id: v.string(), at: instant, ...whence }),
  /** The account was frozen and is open again. */
  v.object({
    kind: v.literal('freeze'),
    at: instant,
    /** When withdrawals open again. */
    opens: instant,
    stopped: v.array(v.object(going)),
    two_factor: v.boolean(),
    /** Nothing but the mailbox speaks for this session (READ-14). Older servers do not send it. */
    mailbox_alone: v.optional(v.boolean()),
  }),
]);
export type Staying = v.InferOutput<typeof staying>;

/** Notices since `after`, oldest first, for pop-ups in the app. Without those that this session caused. */
export const listNotices = endpoint({
  path: '/users/list-notices',
  access: 'session',
  effect: 'read',
  givesWay: 'histories',
  request: v.object({ after: sentInstant }),
  answer: v.object({
    ...success,
    data: v.array(
      v.object({
        notice_id: v.string(),
        text: v.string(),
        /** What it is about, which may be among `stays`. */
        about: v.optional(v.string()),
        at: instant,
      }),
    ),
    as_of: instant,
    /** When a recovery will remove the second factor; null if none is under way (HARD-22). */
    recovery_due: v.nullable(instant),
    /** Older servers do not send it. */
    stays: v.optional(v.array(staying), []),
  }),
});

/** The Web Push address of this session's browser. It is deleted with the session. */
export const savePushSubscription = endpoint({
  path: '/users/save-push-subscription',
  access: 'session',
  effect: 'write',
  repeatable: true,
  request: v.object({ endpoint: text(1000), p256dh: text(200), auth: text(100) }),
  answer: done,
});

export const deletePushSubscription = endpoint({
  path: '/users/delete-push-subscription',
  access: 'session',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: done,
});
