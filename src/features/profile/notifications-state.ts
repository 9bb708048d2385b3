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
  settled,
  switched,
  switchedAll,
} from '#core/domain/notifications.ts';
import { type PushState, pushState, subscribePush, unsubscribePush } from '#platform/push.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { session, whenCustomerChanges } from '#transport/session.ts';
import { toast } from '#ui/toasts.ts';

interface NotificationsState {
  owner: string | undefined;
  status: 'loading' | 'ready' | 'failed';
  /** As it stands on screen, saved or about to be. */
  chosen: Chosen;
  pushKey: string;
  push: PushState;
  failure: string;
}

const empty = (owner: string | undefined): NotificationsState => ({
  owner,
  status: 'loading',
  chosen: defaultChosen,
  pushKey: '',
  push: 'unknown',
  failure: '',
});

export const notifications = proxy<NotificationsState>(empty(undefined));

/** What the server has, for when a change does not reach it. */
let saved: Chosen = defaultChosen;

export async function loadNotifications(): Promise<void> {
  const owner = session.user?.id;
  if (owner !== notifications.owner) Object.assign(notifications, empty(owner));
  const [outcome, push] = await Promise.all([call(getNotifications, {}), pushState()]);
  if (session.user?.id !== owner) return;
  if (outcome.ok) {
    const { popup, email, push_key, push_here } = outcome.value.data;
    // What is left of an earlier sign-in, perhaps of somebody else, tells this one nothing.
    notifications.push = push === 'on' && !push_here ? 'off' : push;
    saved = { popup, email };
    Object.assign(notifications, { status: 'ready', chosen: saved, pushKey: push_key });
  } else if (notifications.status !== 'ready') {
    notifications.status = 'failed';
    notifications.failure = failureText(outcome.failure, 'Your choices could not be loaded.');
  }
}

const textOf = (chosen: Chosen): string => JSON.stringify(settled(chosen));

let saving = false;

/** One save at a time: what was chosen last is what is saved in the end. */
async function saveAll(): Promise<void> {
  const { owner } = notifications;
  while (textOf(notifications.chosen) !== textOf(saved)) {
    const { popup, email } = settled(notifications.chosen);
    const outcome = await call(saveNotifications, { popup: [...popup], email: [...email] });
    if (session.user?.id !== owner) return;
    if (!outcome.ok) {
      notifications.chosen = saved;
      toast.error(failureText(outcome.failure, 'Your choice was not saved.'));
      return;
    }
    saved = outcome.value.data;
  }
}

function choose(chosen: Chosen): void {
  notifications.chosen = chosen;
  if (saving) return;
  saving = true;
  void saveAll().finally(() => {
    saving = false;
  });
}

export const turn = (channel: Channel, events: readonly string[], on: boolean): void =>
  choose(switched(notifications.chosen, channel, events, on));

export const turnAll = (on: boolean): void => choose(switchedAll(on));

/** Web Push on this device. */
export async function turnPush(on: boolean): Promise<void> {
  if (on) {
    const address = await subscribePush(notifications.pushKey);
    const outcome = address && (await call(savePushSubscription, address));
    if (!outcome?.ok) {
      await unsubscribePush();
      toast.error('Notifications could not be turned on in this browser.');
    }
  } else {
    await unsubscribePush();
    await call(deletePushSubscription, {});
  }
  notifications.push = await pushState();
}

whenCustomerChanges(() => Object.assign(notifications, empty(undefined)));
