import { proxy } from 'valtio/vanilla';
import {
  deletePushSubscription,
  getNotifications,
  saveNotifications,
  savePushSubscription,
} from '#core/contract/notifications.ts';
import {
  type Channel,
  type Chosen,
  defaultChosen,
  securityOnly,
  settled,
  switched,
  switchedAll,
} from '#core/domain/notifications.ts';
import { inOrder } from '#core/in-order.ts';
import { type PushState, pushState, subscribePush, unsubscribePush } from '#platform/push.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';
import { toast } from '#ui/toasts.ts';

interface NotificationsState {
  owner: string | undefined;
  status: 'loading' | 'ready' | 'failed';
  /** The choices on screen, saved or about to be. */
  chosen: Chosen;
  pushKey: string;
  push: PushState;
  /** How often in a row this browser's push service has refused us. */
  refused: number;
  failure: string;
}

const empty = (owner: string | undefined): NotificationsState => ({
  owner,
  status: 'loading',
  chosen: defaultChosen,
  pushKey: '',
  push: 'unknown',
  refused: 0,
  failure: '',
});

export const notifications = proxy<NotificationsState>(empty(undefined));

/** The choices that the server has; they come back if saving fails. */
let saved: Chosen = defaultChosen;

/** The current save; another customer ends it. */
let saving: object | undefined;

const questions = inOrder();

export async function loadNotifications(): Promise<void> {
  const owner = session.user?.id;
  if (owner !== notifications.owner) Object.assign(notifications, empty(owner));
  const isNews = questions.ask();
  const [outcome, push] = await Promise.all([call(getNotifications, {}), pushState()]);
  // Choices that are being saved are newer than any answer.
  if (session.user?.id !== owner || saving || !isNews(outcome.ok)) return;
  if (outcome.ok) {
    const { popup, email, push_key, push_here, push_refused } = outcome.value.data;
    // A push subscription that the server does not have for this session may be another customer's: it does
    // not count.
    notifications.push = push === 'on' && !push_here ? 'off' : push;
    notifications.refused = push_refused;
    saved = { popup, email };
    Object.assign(notifications, { status: 'ready', chosen: saved, pushKey: push_key });
  } else if (notifications.status !== 'ready') {
    notifications.status = 'failed';
    notifications.failure = failureText(outcome.failure, 'Your choices could not be loaded.');
  }
}

const textOf = (chosen: Chosen): string => JSON.stringify(settled(chosen));

/**
 * Saves one change after another, so that the last choice is saved last; resolves with whether it is unknown what
 * is saved.
 */
async function saveAll(): Promise<boolean> {
  const { owner } = notifications;
  while (textOf(notifications.chosen) !== textOf(saved)) {
    const { popup, email } = settled(notifications.chosen);
    const outcome = await call(saveNotifications, { popup: [...popup], email: [...email] });
    if (session.user?.id !== owner) return false;
    if (!outcome.ok) {
      notifications.chosen = saved;
      const doubt = 'Your choice may have been saved all the same: what is saved is read again.';
      toast.error(failureText(outcome.failure, 'Your choice was not saved.', doubt));
      return outcome.failure.unknown !== undefined;
    }
    saved = outcome.value.data;
  }
  return false;
}

function choose(chosen: Chosen): void {
  notifications.chosen = chosen;
  if (saving) return;
  const mine = {};
  saving = mine;
  void saveAll().then((isUnknown) => {
    if (saving !== mine) return;
    saving = undefined;
    // Answers to questions asked before the change are out of date.
    questions.changed();
    if (isUnknown) void loadNotifications();
  });
}

export const turn = (channel: Channel, events: readonly string[], on: boolean): void =>
  choose(switched(notifications.chosen, channel, events, on));

export const turnAll = (on: boolean): void => choose(switchedAll(on));

export const turnToSecurity = (): void => choose(securityOnly);

export const isSecurityOnly = (chosen: Chosen): boolean => textOf(chosen) === textOf(securityOnly);

/**
 * Turns Web Push on this device on or off. The browser may ask the user meanwhile, so the customer may have
 * changed.
 */
export async function turnPush(on: boolean): Promise<void> {
  const isTheirs = sameCustomer();
  const options = session.user ? { userId: session.user.id } : {};
  if (on) {
    const address = await subscribePush(notifications.pushKey);
    const outcome = address && (await call(savePushSubscription, address, options));
    if (!outcome?.ok) {
      await unsubscribePush();
      if (isTheirs()) toast.error('Notifications could not be turned on in this browser.');
    }
  } else {
    await unsubscribePush();
    await call(deletePushSubscription, {}, options);
  }
  const push = await pushState();
  // Whoever turned it off and on has a new address, which no service has refused.
  if (isTheirs()) Object.assign(notifications, { push, refused: 0 });
}

whenCustomerChanges(() => {
  saving = undefined;
  Object.assign(notifications, empty(undefined));
});
