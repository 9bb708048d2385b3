import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

async function expectNothingFound(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}

/** Nothing that axe knows of is wrong with what is on screen (BEY-24). */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  await expectNothingFound(new AxeBuilder({ page }));
}

/** The same, and what is on screen can be read in the dark theme as well. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  await expectNothingFound(new AxeBuilder({ page }).withRules(IN_THE_OTHER_THEME));
  await page.emulateMedia({ colorScheme: 'light' });
}
