import type { Page } from '@playwright/test';

const types: readonly string[] = ['All', 'Withdraw', 'Swap', 'Buy', 'Deposit'];

/** The button that says of which dates the history is, and opens their choice. */
export const datesButton = (page: Page) => page.getByRole('button', { name: /^Dates/ });

/** Chooses a type or a period of the history. */
export async function filterHistory(page: Page, choice: string): Promise<void> {
  if (types.includes(choice)) {
    const group = page.getByRole('group', { name: 'Type' });
    await group.getByRole('button', { name: choice, exact: true }).click();
    return;
  }
  await datesButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Dates' });
  await sheet.getByRole('button', { name: choice, exact: true }).click();
  await sheet.getByRole('button', { name: /^Show/ }).click();
}
