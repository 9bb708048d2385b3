import type { Page } from '@playwright/test';

/** Sets the clock ahead by these hours in every page that this tab loads from now on. */
export const setClockAhead = (page: Page, hours: number): Promise<unknown> =>
  page.addInitScript((leadMs) => {
    const now = Date.now.bind(Date);
    const ahead = () => now() + leadMs;
    globalThis.Date = new Proxy(Date, {
      construct: (date, args) => Reflect.construct(date, args.length === 0 ? [ahead()] : args),
      get: (date, name) => (name === 'now' ? ahead : Reflect.get(date, name)),
    });
  }, hours * 3_600_000);
