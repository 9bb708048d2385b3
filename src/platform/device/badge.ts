interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/**
 * Shows the number of operations under way on the installed app's icon; zero removes the badge. It
 * reveals no amounts. Does nothing where the system has no badges.
 */
export function showBadge(count: number, on: Badging = navigator): void {
  const shown = count > 0 ? on.setAppBadge?.(count) : on.clearAppBadge?.();
  shown?.catch(() => undefined);
}
