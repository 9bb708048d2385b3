import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listAddresses } from '#core/contract/account/address-book.ts';
import { getInstruments } from '#core/contract/money/swap.ts';
import { answer } from './support/answers.ts';
import { happened } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const bar = page.getByRole('dialog', { name: 'Search or do' });
const field = bar.getByRole('combobox', { name: 'Search or do' });
const option = (name: string | RegExp) => bar.getByRole('option', { name });
const path = () => location.pathname;

const book = answer(listAddresses, {
  data: {
    crypto: [
      {
        address_id: 'a-1',
        label: 'Rasa',
        currency_id: 'BTC',
        network: 'bitcoin',
        address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        tag: '',
      },
    ],
    fiat: [],
  },
});
const answers = [holding({ BTC: '1' }), happened(), book];

const ask = async (): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
};

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

test('EYE-12 Ctrl+K finds pages, coins, recipients, acts and help, and Enter does what is marked', async () => {
  await open('/wallet', { as: customer(), answers });
  await expect.element(page.getByTestId('total')).toBeVisible();
  await ask();
  await expectAccessible();
  for (const [typed, name] of [
    ['bitc', 'Buy Bitcoin'],
    ['swap eth', 'Swap Ethereum'],
    ['withdraw xrp', 'Withdraw Ripple'],
    ['alert sol', 'Set a price alert on Solana'],
    ['avax', 'Avax'],
    ['rasa', /^Rasa/],
    ['freeze', 'Freeze this account'],
    ['hide', 'Hide balances'],
    ['dark', 'Dark theme'],
    ['export', 'Export transactions'],
    ['sign out', 'Log out'],
    ['recurring', 'Recurring buys'],
    ['notif', 'Notifications'],
    ['lost my phone', /^I have lost my phone and my codes/],
    ['privacy pol', 'Privacy Policy'],
  ] as const) {
    await field.fill(typed);
    await expect.element(option(name).first()).toBeVisible();
  }
  await field.fill('nothing of this name');
  await expect.element(bar.getByText('Nothing is called “nothing of this name”')).toBeVisible();
  await field.fill('transaction his');
  await expect.element(option(/Transactions/).first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/transactions');
  await expect.element(bar).not.toBeInTheDocument();
});

test('EYE-12 a swap of two coins is one line of words, and opens with both of them', async () => {
  const instruments = (['SOL', 'USDT'] as const).map((quote) => ({
    ...{ instrument_id: `ETH${quote}`, is_active: 'on', min_quantity: '0.0001' },
    ...{ base_currency_id: 'ETH', quote_currency_id: quote },
  }));
  const pairs = answer(getInstruments, { data: { instruments } });
  await open('/wallet', { as: customer(), answers: [...answers, pairs] });
  await expect.element(page.getByTestId('total')).toBeVisible();
  await ask();
  await field.fill('gain');
  await expect.element(option('Tax report')).toBeVisible();
  await field.fill('swap eth to sol');
  await expect.element(option('Swap Ethereum to Solana')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(path).toBe('/swap');
  await expect.element(page.getByRole('button', { name: 'ETH, change asset' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'SOL, change asset' })).toBeVisible();
  // On the page itself, too, a command does what it says.
  await ask();
  await field.fill('swap eth to usdt');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'USDT, change asset' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'ETH, change asset' })).toBeVisible();
});

test('EYE-12 the arrows move what is marked, which the field names, and Escape gives the focus back', async () => {
  await open('/wallet', { as: customer(), answers });
  const hide = page.getByRole('button', { name: 'Hide balances' });
  await expect.element(hide).toBeVisible();
  hide.element().focus();
  await ask();
  const marked = (): string | null | undefined =>
    document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')
      ?.textContent;
  const first = marked();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(marked).not.toBe(first);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  const last = bar.getByRole('option').elements().at(-1)?.textContent;
  await expect.poll(marked).toBe(last);
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(hide).toHaveFocus();
  await ask();
  await field.fill('hide');
  await userEvent.keyboard('{Enter}');
  await expect.element(hide).toHaveAttribute('aria-pressed', 'true');
  await hide.click();
  await expect.element(hide).toHaveAttribute('aria-pressed', 'false');
});

test('EYE-12 a saved recipient leads to the withdrawal to them, and a customer never finds another’s', async () => {
  await open('/wallet', { as: customer(), answers });
  await expect.element(page.getByTestId('total')).toBeVisible();
  await ask();
  await field.fill('rasa');
  await expect.element(option(/^Rasa/)).toBeVisible();
  const { signOut } = await import('#transport/session/session.ts');
  await signOut();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.poll(path).toBe('/');
  await ask();
  await field.fill('rasa');
  await expect.element(bar.getByText('Nothing is called “rasa”')).toBeVisible();
  await field.fill('bitcoin');
  await expect.element(bar.getByText('Nothing is called “bitcoin”')).toBeVisible();
  await field.fill('reset');
  await expect.element(option(/^Reset your password/)).toBeVisible();
});

test('EYE-12 what is half done on a page is not left without a question', async () => {
  const { holdFlow } = await import('#platform/page/flow-lock.ts');
  await open('/wallet', { as: customer(), answers });
  await expect.element(page.getByTestId('total')).toBeVisible();
  const release = holdFlow('form');
  await ask();
  await field.fill('transactions');
  await userEvent.keyboard('{Enter}');
  const stay = bar.getByRole('button', { name: 'Stay here' });
  await expect.element(stay).toHaveFocus();
  expect(path()).toBe('/wallet');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await bar.getByRole('button', { name: 'Leave this page' }).click();
  await expect.poll(path).toBe('/transactions');
  release();
});

test('EYE-12 an open dialog keeps Ctrl+K to itself', async () => {
  await open('/wallet', { as: customer(), answers });
  await expect.element(page.getByTestId('total')).toBeVisible();
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.showModal();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(bar.elements()).toHaveLength(0);
  dialog.remove();
  await ask();
});

test.each([
  [320, 100],
  [390, 100],
  [390, 200],
  [1280, 100],
  [1280, 200],
])(
  'EYE-12 at %i px and %i percent of text size the search opens by touch, and nothing is cut',
  async (width, percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
    await open('/wallet', { as: customer(), answers, width });
    const button = page.getByRole('button', { name: /^Search or do/ });
    await expect.element(page.getByTestId('total')).toBeVisible();
    expect(overflow()).toBe(0);
    const { width: wide, height } = button.element().getBoundingClientRect();
    expect(Math.min(wide, height)).toBeGreaterThanOrEqual(width < 768 ? 44 : 36);
    await button.click();
    await expect.element(field).toHaveFocus();
    await field.fill('bitc');
    await expect.element(option('Buy Bitcoin').first()).toBeVisible();
    const inside = bar.element();
    expect(inside.scrollWidth).toBeLessThanOrEqual(inside.clientWidth);
    expect(inside.getBoundingClientRect().right).toBeLessThanOrEqual(width);
    for (const one of bar.getByRole('option').elements()) {
      expect(one.scrollWidth).toBeLessThanOrEqual(one.clientWidth);
    }
    await field.fill('transactions');
    await option(/^Transactions/)
      .first()
      .click();
    await expect.poll(path).toBe('/transactions');
  },
);
