interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/** Whether the launch that opened this page was seen: only later ones navigate. */
let opened = false;

/**
 * If the installed app is launched again, directly, by a shortcut or by a payment link, this window comes to
 * the front and then opens the wanted page.
 */
export function followLaunches(): void {
  (window as { readonly launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ targetURL }) => {
    // If the code cannot be loaded, the window only comes to the front.
    if (opened && targetURL) {
      void import('./launch.later.ts').then(
        ({ launched }) => launched(targetURL),
        () => undefined,
      );
    }
    opened = true;
  });
}
