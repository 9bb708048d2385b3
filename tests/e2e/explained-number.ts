import { expect, type Locator, type Page } from '@playwright/test';
import { checkWithPencil, numbersIn, type PencilLine } from '#core/derivation/pencil.fixture.ts';

const DESCRIPTION = 'How this is worked out';

/** The numbers inside a part of a page that explain themselves. */
export const explainedIn = (part: Page | Locator): Locator => part.getByTitle(DESCRIPTION);

/**
 * Touches a number, computes it again with nothing but the words of its dialog, and closes that. The last line
 * must be the number as the dialog shows it above; returns that text.
 */
export async function explains(page: Page, number: Locator): Promise<string> {
  await expect(number).toHaveAccessibleDescription(DESCRIPTION);
  await number.click();
  const dialog = page.getByRole('dialog');
  const more = dialog.getByText('More', { exact: true });
  await expect(dialog.getByTestId('shown')).toBeVisible();
  if (await more.isVisible()) await more.click();
  const rows = dialog.getByRole('listitem');
  await expect(rows).not.toHaveCount(0);
  const lines = await rows.evaluateAll((items) =>
    items.map((item): PencilLine => {
      const text = (of: string): string => item.querySelector(of)?.textContent ?? '';
      return {
        label: text('span'),
        how: text('[data-part="how"]'),
        result: text('b'),
        rounding: text('[data-part="rounding"]'),
      };
    }),
  );
  expect(checkWithPencil(lines).wrong).toEqual([]);
  const shown = (await dialog.getByTestId('shown').textContent()) ?? '';
  const last = numbersIn(lines.at(-1)?.result ?? '')[0] ?? '';
  expect([shown, numbersIn(shown)]).toEqual([shown, expect.arrayContaining([last])]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(number).toBeFocused();
  return shown;
}
