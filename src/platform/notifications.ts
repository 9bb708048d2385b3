/** Takes back what is shown of the customer's news, by whatever page or none. */
export async function closeNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Safari knows none before notifications are allowed.
  const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications?.();
  for (const notification of shown ?? []) notification.close();
}
