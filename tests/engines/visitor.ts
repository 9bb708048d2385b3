import { expect } from '@playwright/test';
import { readRecords } from '#tests/offline/worker.ts';
import type { Account } from '#tests/support/accounts.ts';
import type { Browser, Role } from './browser.ts';

/** Longer than anything the page itself waits for; a busy machine is slow. */
const PATIENCE = { timeout: 60_000, intervals: [100] };

/** What a customer does and sees, in whichever engine. */
export interface Visitor {
  open(path: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  press(role: Role, name: string): Promise<void>;
  sees(text: RegExp): Promise<void>;
  isAt(path: string): Promise<void>;
  /** Waits until a function that runs in the page has this value. */
  finds<T>(work: () => T | Promise<T>, value: T): Promise<void>;
  /** Waits until the device has kept the answers of these reads; of none: until it keeps nothing. */
  keeps(names: readonly string[]): Promise<void>;
}

/** White space as a reader sees it. */
const tidy = (text = ''): string => text.replace(/\s+/g, ' ');

export function visitor(browser: Browser, origin: string): Visitor {
  // A page that is being left has no answer.
  const ask = <T>(work: () => T | Promise<T>) => browser.run(work).catch(() => undefined);
  const finds: Visitor['finds'] = (work, value) =>
    expect.poll(() => ask(work), { message: String(work), ...PATIENCE }).toEqual(value);
  return {
    open: async (path) => {
      await browser.open(origin + path);
      // Until the app has taken over what the build wrote, a link is only a link.
      await finds(() => 'pressed' in document.documentElement.dataset, false);
    },
    fill: (label, value) =>
      expect
        .poll(() => browser.type({ role: 'field', name: label }, value), {
          message: `field ${label}`,
          ...PATIENCE,
        })
        .toBe(true),
    press: (role, name) =>
      expect
        .poll(() => browser.press({ role, name }), { message: `${role} ${name}`, ...PATIENCE })
        .toBe(true),
    sees: (pattern) =>
      expect
        // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
        .poll(async () => tidy(await ask(() => document.body.innerText)), {
          message: String(pattern),
          ...PATIENCE,
        })
        .toMatch(pattern),
    isAt: async (path) => {
      await expect
        .poll(() => ask(() => location.pathname), { message: path, ...PATIENCE })
        .toBe(path);
    },
    finds,
    keeps: async (names) => {
      // An engine that does not say what is kept is another fault than a device that keeps nothing.
      const kept = () =>
        browser.run(readRecords).then(
          (records) =>
            Object.keys(records)
              .filter((name) => name.startsWith('snapshot-'))
              .sort(),
          (error: unknown) => `not said: ${error}`,
        );
      const wanted = names.map((name) => `snapshot-${name}`);
      // What else was asked for meanwhile is kept too, but after signing out nothing is.
      await expect
        .poll(kept, PATIENCE)
        .toEqual(wanted.length > 0 ? expect.arrayContaining(wanted) : []);
    },
  };
}

export async function signIn(who: Visitor, { email, password }: Account): Promise<void> {
  await who.open('/');
  await who.fill('^Email', email);
  await who.fill('^Password', password);
  await who.press('button', '^Sign In$');
  await who.isAt('/wallet');
}
