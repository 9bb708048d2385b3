interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/**
 * The number on the installed app's icon: how many operations are under way; none removes it. It says
 * nothing about amounts. Where the system has no badges nothing happens.
 */
export function showBadge(count: number, on: Badging = navigator): void {
  const shown = count > 0 ? on.setAppBadge?.(count) : on.clearAppBadge?.();
  shown?.catch(() => undefined);
}
