interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/** Whether the first launch has been seen: it opened this page, and only later ones navigate. */
let opened = false;

/**
 * Launching the installed app again, directly, by one of its shortcuts or by a payment link, brings this window
 * to the front, and then leads to its page.
 */
export function followLaunches(): void {
  (window as { readonly launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ targetURL }) => {
    // Where the code for it cannot be had, the window comes to the front and stays as it is.
    if (opened && targetURL) {
      void import('./launched.ts').then(
        ({ launched }) => launched(targetURL),
        () => undefined,
      );
    }
    opened = true;
  });
}
