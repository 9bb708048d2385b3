import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The only rule to check in the other theme: the themes differ in nothing but colours. */
const IN_THE_OTHER_THEME = 'color-contrast';

async function settled(page: Page): Promise<void> {
  // A skeleton means that the page is still loading. Behind a dialog one may stay, so then it is not waited for.
  await expect(page.locator('body:not(:has(dialog[open])) .page-skeleton')).toHaveCount(0);
  // During a transition the contrast of a colour is wrong for a moment: there are none with reduced motion.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const SET_UP = `${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`;

/** Runs axe in the page itself, frames included: axe's own Playwright package opens another page for each run. */
async function expectNothingFound(page: Page, rules?: string[]): Promise<void> {
  for (const frame of page.frames()) {
    // A frame without an address of its own has not loaded its page yet.
    if (!frame.url().startsWith('http')) continue;
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SET_UP);
  }
  const found = await page.evaluate(async (values) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  }, rules);
  expect(found).toEqual([]);
}

/** Changes the theme and waits until the page is drawn in it, which is a moment later. */
async function drawnIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    colorScheme,
  );
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Expects that axe finds no fault in what is on screen (BEY-24). */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  await expectNothingFound(page);
}

/** The same, and expects enough contrast in the dark theme as well. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await drawnIn(page, 'dark');
  await settled(page);
  await expectNothingFound(page, [IN_THE_OTHER_THEME]);
  await drawnIn(page, 'light');
}
