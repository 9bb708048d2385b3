import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { listAddresses } from '#core/contract/account/address-book.ts';
import { answer } from './support/answers.ts';
import { happened } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, open } from './support/view.ts';

const LONGEST_MS = 200;

const answers = [
  holding({ BTC: '1' }),
  happened(),
  answer(listAddresses, { data: { crypto: [], fiat: [] } }),
];

/** What views do without everywhere else. */
let stillness: Element | undefined;

const prefer = (value: 'reduce' | 'no-preference'): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });

beforeEach(() => {
  stillness = [...document.querySelectorAll('style')].find(({ textContent }) =>
    textContent.includes('transition: none !important; animation: none !important'),
  );
  stillness?.remove();
});
afterEach(async () => {
  if (stillness) document.head.append(stillness);
  await prefer('no-preference');
});

interface Motion {
  readonly what: string;
  readonly ms: number;
}

/** All that moves now or has just begun to; what turns while something is under way has no end. */
const motions = (): readonly Motion[] =>
  document.getAnimations().flatMap((one) => {
    const { effect } = one;
    if (!(effect instanceof KeyframeEffect)) return [];
    const { duration, iterations } = effect.getComputedTiming();
    const ms = typeof duration === 'number' ? duration : 0;
    return iterations === Infinity || ms < 1
      ? []
      : [{ what: `${effect.target?.className} ${effect.pseudoElement ?? ''}`, ms }];
  });

/** Goes from page to page and opens a dialog, noting what moves. */
async function walk(): Promise<readonly Motion[]> {
  const seen: Motion[] = [];
  const watch = new MutationObserver(() => {
    seen.push(...motions());
    requestAnimationFrame(() => seen.push(...motions()));
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  const { slideGrain } = await import('#ui/marks/sliding-grain.ts');
  slideGrain();
  await open('/wallet', { as: customer(), answers });
  const nav = page.getByRole('navigation', { name: 'Main' }).first();
  await expect.element(page.getByTestId('total')).toBeVisible();
  await nav.getByRole('link', { name: 'Transactions' }).click();
  await expect
    .element(nav.getByRole('link', { name: 'Transactions' }))
    .toHaveAttribute('aria-current');
  await expect.poll(() => location.pathname).toBe('/transactions');
  await userEvent.keyboard('{Control>}k{/Control}');
  const bar = page.getByRole('dialog', { name: 'Search or do' });
  await expect.element(bar).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await expect
    .poll(() => document.querySelectorAll('body > div[aria-hidden="true"]').length)
    .toBe(0);
  watch.disconnect();
  return seen;
}

test('EYE-13 the grain slides, a dialog rises and sinks, and nothing takes longer than a fifth of a second', async () => {
  await prefer('no-preference');
  const seen = await walk();
  expect(seen.filter(({ ms }) => ms > LONGEST_MS)).toEqual([]);
  expect(seen.some(({ what }) => what.endsWith('::after'))).toBe(true);
  expect(seen.some(({ what, ms }) => what.startsWith('dialog') && ms === LONGEST_MS)).toBe(true);
});

test('EYE-13 with reduced motion nothing moves at all', async () => {
  await prefer('reduce');
  expect(await walk()).toEqual([]);
});
