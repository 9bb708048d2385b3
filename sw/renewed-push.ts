interface Change {
  readonly oldSubscription: Pick<PushSubscription, 'options'> | null;
  readonly newSubscription: unknown;
}

interface Manager {
  subscribe(options: PushSubscriptionOptionsInit): Promise<unknown>;
}

/**
 * The browser has given this app's pushes another address, or none any more: it gets one again, with the key of before. The
 * server hears of it at the next start of the app, which has the customer's session (`features/notifications/keep-push.ts`).
 */
export async function subscribeAgain(
  { oldSubscription, newSubscription }: Change,
  manager: Manager,
): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (newSubscription || !key) return;
  // Without the browser's push service there is no address: the next start asks for one as well.
  await manager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => undefined);
}
