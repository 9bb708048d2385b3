import {
  deletePushSubscription,
  getNotifications,
  saveNotifications,
  savePushSubscription,
} from '#core/contract/account/notifications.ts';
import {
  type Channel,
  type Chosen,
  defaultChosen,
  securityOnly,
  settled,
  switched,
  switchedAll,
} from '#core/people/notifications.ts';
import {
  type PushAddress,
  type PushState,
  pushState,
  subscribePush,
  unsubscribePush,
} from '#platform/device/push-subscription.ts';
import { expectPush, hasPushMark, markPush, unmarkPush } from '#platform/kept/push-mark.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { perScope, scope, scopedStore } from '#transport/session/scope.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { inPushTurn } from './push-turn.ts';

interface NotificationsState {
  status: 'loading' | 'ready' | 'failed';
  /** The choices on screen, saved or about to be. */
  chosen: Chosen;
  pushKey: string;
  push: PushState;
  /** How often in a row this browser's push service has refused us. */
  refused: number;
  failure: string;
}

const empty = (): NotificationsState => ({
  status: 'loading',
  chosen: defaultChosen,
  pushKey: '',
  push: 'unknown',
  refused: 0,
  failure: '',
});

export const notifications = scopedStore(empty);

const choices = perScope(() => ({
  /** The choices that the server has; they come back if saving fails. */
  saved: defaultChosen,
  /** Whether choices are being saved. */
  saving: false,
}));

const questions = inOrder();

export async function loadNotifications(): Promise<void> {
  const isNews = questions.ask();
  const asked = Promise.all([call(getNotifications, {}), pushState()]);
  const [outcome, push] = await scope().only(asked);
  // Choices that are being saved are newer than any answer.
  if (choices().saving || !isNews(outcome.ok)) return;
  if (outcome.ok) {
    const { popup, email, push_key, push_here, push_refused } = outcome.value.data;
    // A push subscription that the server does not have for this session may be another customer's: it does
    // not count.
    notifications.push = push === 'on' && !push_here ? 'off' : push;
    notifications.refused = push_refused;
    if (notifications.push === 'on') void expectOn();
    const saved = { popup, email };
    choices().saved = saved;
    Object.assign(notifications, { status: 'ready', chosen: saved, pushKey: push_key });
  } else if (notifications.status !== 'ready') {
    notifications.status = 'failed';
    notifications.failure = failureText(outcome.failure, 'Your choices could not be loaded.');
  }
}

/** Marks a browser whose pushes were turned on before there was a mark, so that their address is looked after too. */
const expectOn = (): Promise<void> =>
  inPushTurn(async () => {
    const { userId } = scope();
    if (userId === undefined || hasPushMark(userId)) return;
    // They may just have been turned off.
    if ((await pushState()) === 'on') expectPush(userId);
  });

const textOf = (chosen: Chosen): string => JSON.stringify(settled(chosen));

/** Saves one change after another, so that the last choice is saved last; resolves with whether all were. */
async function saveAll(): Promise<boolean> {
  const mine = choices();
  while (textOf(notifications.chosen) !== textOf(mine.saved)) {
    const { popup, email } = settled(notifications.chosen);
    const outcome = await call(saveNotifications, { popup: [...popup], email: [...email] });
    if (!outcome.ok) {
      notifications.chosen = mine.saved;
      const doubt = 'Your choice may have been saved all the same: what is saved is read again.';
      toast.error(failureText(outcome.failure, 'Your choice was not saved.', doubt));
      return false;
    }
    mine.saved = outcome.value.data;
  }
  return true;
}

function choose(chosen: Chosen): void {
  notifications.chosen = chosen;
  const mine = choices();
  if (mine.saving) return;
  mine.saving = true;
  void saveAll().then((areSaved) => {
    mine.saving = false;
    // Answers to questions asked before the change are out of date.
    questions.changed();
    // What came back on screen may not be what the server has, whatever the failure was.
    if (!areSaved) void loadNotifications();
  });
}

export const turn = (channel: Channel, events: readonly string[], on: boolean): void =>
  choose(switched(notifications.chosen, channel, events, on));

export const turnAll = (on: boolean): void => choose(switchedAll(on));

export const turnToSecurity = (): void => choose(securityOnly);

export const isSecurityOnly = (chosen: Chosen): boolean => textOf(chosen) === textOf(securityOnly);

/** Subscribes this browser. The browser may ask the user for as long as it likes. */
async function subscribed(): Promise<PushAddress | undefined> {
  const { gone } = scope();
  const address = await subscribePush(notifications.pushKey);
  // Nobody would hear of the address of somebody who has left.
  if (gone.aborted) await unsubscribePush();
  return address;
}

/** Turns Web Push on this device on or off. */
export async function turnPush(on: boolean): Promise<void> {
  const { only, userId } = scope();
  if (on) {
    const address = await only(subscribed());
    await inPushTurn(async () => {
      const outcome = address && (await call(savePushSubscription, address));
      if (!outcome?.ok) {
        await only(unsubscribePush());
        toast.error('Notifications could not be turned on in this browser.');
      } else if (address && userId !== undefined) markPush(userId, address.endpoint);
    });
  } else {
    // At once, for whatever is just keeping them on to hear of it.
    unmarkPush();
    await inPushTurn(async () => {
      await only(unsubscribePush());
      await call(deletePushSubscription, {});
    });
  }
  const push = await only(pushState());
  // Whoever turned it off and on has a new address, which no service has refused.
  Object.assign(notifications, { push, refused: 0 });
}
