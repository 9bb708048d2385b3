import { act, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Bought } from '#features/trade/bought.tsx';
import { PaymentDialog } from '#features/trade/payment/payment-dialog.tsx';
import { useIsRested } from '#ui/hooks/use-is-rested.ts';
import { CounterpartyDialog } from '#withdrawal/counterparty-dialog.tsx';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const explained = (name: RegExp) => page.getByRole('button', { name });

async function openWallet(width = 1280): Promise<void> {
  const answers = [holding({ BTC: '0.21959916', ETH: '2', USDC: '100', SOL: '3' })];
  await open('/wallet', { as: customer(), answers, width });
  await expect.element(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
}

test('EYE-11 the total has a name by ear, and each row says over how long its price moved', async () => {
  await openWallet();
  await expect
    .element(explained(/^Total Account Balance AU\$[\d,.]+, explain$/))
    .toHaveAttribute('aria-haspopup', 'dialog');
  await expect
    .element(page.getByRole('link', { name: /^Bitcoin .*% in 24 hours Balance/ }))
    .toBeVisible();
});

test.each([320, 1280])(
  'EYE-11 the total is explained first by what it is made of, in the customer’s money, and its path is behind “More”, at %i px',
  async (width) => {
    await openWallet(width);
    await explained(/^Total Account Balance/).click();
    const dialog = page.getByRole('dialog', { name: 'Total Account Balance' });
    await expect.element(dialog).toBeVisible();
    const values = dialog
      .getByRole('definition')
      .elements()
      .map((one) => one.textContent);
    expect(values.length).toBe(4);
    for (const value of values) expect(value).toMatch(/^AU\$[\d,]+\.\d\d$/);
    expect(dialog.getByRole('listitem').elements()).toHaveLength(0);
    await dialog.getByText('More', { exact: true }).click();
    await expect.element(dialog.getByRole('listitem').first()).toBeVisible();
    document.documentElement.style.fontSize = '200%';
    for (const name of document.querySelectorAll('dialog ol li > span')) {
      expect(name.getBoundingClientRect().width).toBeGreaterThan(80);
    }
    expect(overflow()).toBe(0);
    document.documentElement.style.fontSize = '';
    await expectAccessible();
  },
);

test('EYE-11 the rows of the assets to send name value and balance', async () => {
  await open('/assets/receive', { as: customer(), answers: [holding({ BTC: '0.5' })] });
  await expect
    .element(
      page.getByRole('link', { name: /^Bitcoin ?BTC ?Value AU\$[\d,.]+ ?Balance 0\.5 BTC$/ }),
    )
    .toBeVisible();
});

let root: Root;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

const show = (what: ReactNode) => act(() => root.render(what));
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Typed({ wrong, text }: { readonly wrong: string | undefined; readonly text: string }) {
  return createElement('p', null, String(useIsRested(wrong, text)));
}

test('EYE-11 what is wrong with a field is spoken once typing rests, and not again while it stays wrong', async () => {
  const says = () => document.querySelector('p')?.textContent;
  const type = (text: string) => show(createElement(Typed, { wrong: 'Wrong', text }));
  for (const text of ['b', 'bc', 'bc1']) {
    await type(text);
    await passes(900);
    expect(says(), text).toBe('false');
  }
  await passes(100);
  expect(says()).toBe('true');
  await show(createElement(Typed, { wrong: undefined, text: 'bc1q' }));
  expect(says()).toBe('false');
});

/** All that is said to those who do not see it. */
const said = () =>
  [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('');

test('EYE-11 a payment that is not answered for five seconds says that nobody is charged twice', async () => {
  const dialog = (settling: boolean) =>
    createElement(PaymentDialog, {
      ...{ url: 'about:blank', priceUntil: undefined, settling, online: true },
      ...{ onReturned: () => undefined, onRedirect: () => undefined, onClose: () => undefined },
    });
  await show(dialog(true));
  await passes(4_900);
  expect(said()).toContain('Checking with the card provider');
  await passes(200);
  expect(said()).toContain('Still waiting for the answer; you are not charged twice.');
});

test.each([320, 1280])(
  'EASE-19 a card form that stands still for five seconds is spoken of, and its words take no room from it, at %i px',
  async (width) => {
    await page.viewport(width, 844);
    const silent = 'data:text/html,<input autofocus>';
    await show(
      createElement(PaymentDialog, {
        ...{ url: silent, priceUntil: undefined, settling: false, online: true },
        ...{ onReturned: () => undefined, onRedirect: () => undefined, onClose: () => undefined },
      }),
    );
    const slow = 'takes longer than usual. Wait or close this; you are not charged twice.';
    await passes(400);
    expect(said()).toContain('Initializing payment...');
    await passes(4_700);
    expect(said()).toContain(`The card provider ${slow}`);
    const frame = page.getByTitle('Card payment form').element() as HTMLIFrameElement;
    await act(() => frame.dispatchEvent(new Event('load')));
    // Nobody is at work in it yet.
    await passes(20_000);
    expect(said()).toBe('');
    const { top, height } = frame.getBoundingClientRect();
    frame.focus();
    await passes(1_000);
    await passes(4_900);
    expect(said()).toBe('');
    await passes(200);
    expect(said()).toBe(
      'If you pressed Pay and nothing happens, wait or close this: you are not charged twice.',
    );
    expect(frame.getBoundingClientRect()).toMatchObject({ top, height });
    // The form moved on to its next page.
    await act(() => frame.dispatchEvent(new Event('load')));
    expect(said()).toBe('');
  },
);

test('EYE-11 the question whose address it is opens on its first choice, and not on Close', async () => {
  const words = {
    ...{ title: 'Whose address is this?', owner: 'Whose', mine: 'Mine', other: 'Somebody else’s' },
    ...{ keeper: 'Kept in', action: 'Go on', offline: 'This needs a connection.' },
  };
  await show(
    createElement(CounterpartyDialog, {
      ...{ words, about: null, onSay: async () => undefined, onClose: () => undefined },
    }),
  );
  expect(document.activeElement?.textContent).toBe('Mine');
});

test('EASE-14 the line under an explained number is as wide as the number, in the card of a result too', async () => {
  const order = {
    crypto: '0.3',
    asset: 'SOL',
    total: '50.00',
    currency: 'EUR',
    usdc: '55',
  } as const;
  const kept = { price: '165', spread: '12.5' };
  await show(createElement(Bought, { order: { ...order, ...kept }, onDone: () => undefined }));
  const numbers = [...document.querySelectorAll('dl button')];
  expect(numbers.map(({ textContent }) => textContent)).toEqual(['€0.25', '€0.31']);
  for (const number of numbers) {
    const text = document.createRange();
    text.selectNodeContents(number);
    const [line, words] = [number, text].map((one) => one.getBoundingClientRect().width);
    expect(line).toBeCloseTo(words ?? 0, 0);
  }
});
