/** Closes all notifications with the customer's news, whatever page or worker showed them. */
export async function closeNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // In Safari this is missing until notifications are allowed.
  const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications?.();
  for (const notification of shown ?? []) notification.close();
}
