import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Colours are all that the two themes differ in. */
const IN_THE_OTHER_THEME = 'color-contrast';

async function settled(page: Page): Promise<void> {
  // A page that is about to come is not the one to look at; behind a dialog none may be.
  await expect(page.locator('body:not(:has(dialog[open])) .page-skeleton')).toHaveCount(0);
  // A colour on its way from one state to the next is neither: without motion there is none.
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

/** Runs axe in the page itself, frames included: its own Playwright package opens a page for each. */
async function expectNothingFound(page: Page, rules?: string[]): Promise<void> {
  for (const frame of page.frames()) {
    // A frame whose page is still on its way has nothing to look at.
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

/** What a page looks like follows its theme a moment after it was changed. */
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

/** Nothing that axe knows of is wrong with what is on screen (BEY-24). */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  await expectNothingFound(page);
}

/** The same, and what is on screen can be read in the dark theme as well. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await drawnIn(page, 'dark');
  await settled(page);
  await expectNothingFound(page, [IN_THE_OTHER_THEME]);
  await drawnIn(page, 'light');
}
