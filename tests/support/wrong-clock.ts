import type { Page } from '@playwright/test';

/** Every page of this tab from now on runs on a device whose clock is ahead by so many hours. */
export const setClockAhead = (page: Page, hours: number): Promise<unknown> =>
  page.addInitScript((leadMs) => {
    const now = Date.now.bind(Date);
    const ahead = () => now() + leadMs;
    globalThis.Date = new Proxy(Date, {
      construct: (date, args) => Reflect.construct(date, args.length === 0 ? [ahead()] : args),
      get: (date, name) => (name === 'now' ? ahead : Reflect.get(date, name)),
    });
  }, hours * 3_600_000);
