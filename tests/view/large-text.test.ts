import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#core/contract/endpoints.ts';
import { refuse } from './support/answers.ts';
import { happened } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, open, overflow } from './support/view.ts';

const silent = Object.values(endpoints).map((one) =>
  refuse(one, 'UNAVAILABLE', 'Nothing answers in this view.'),
);
const answers = [...silent, holding({ BTC: '0.21959916', ETH: '3.51128779' }), happened()];

const enlarge = (percent: number): void => {
  document.documentElement.style.fontSize = `${percent}%`;
};
afterEach(() => enlarge(100));

interface Sum {
  readonly text: string;
  readonly size: number;
  /** How much it has to grow: a balance stands in the second line of a row, which is smaller than a table’s. */
  readonly least: number;
  /** Of the width it may take, what it takes. */
  readonly taken: number;
}

const sums = (): readonly Sum[] =>
  [...document.querySelectorAll<HTMLElement>('[data-testid="total"], .asset__val, .asset__bal')]
    .filter((one) => one.checkVisibility())
    .map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const room = one.parentElement?.clientWidth ?? 1;
      return {
        text: one.textContent,
        least: one.matches('.asset__bal') ? 1.7 : 1.8,
        size: parseFloat(getComputedStyle(one).fontSize),
        taken: range.getBoundingClientRect().width / room,
      };
    });

test.each([390, 1280])(
  'EYE-12 at %i px money grows with the words at 200 percent, as far as the page is wide, and nothing is cut',
  async (width) => {
    await open('/wallet', { as: customer(), answers, width });
    await expect.element(page.getByTestId('total')).toBeVisible();
    await expect.poll(() => sums().length).toBeGreaterThan(3);
    const before = sums();
    enlarge(200);
    await expect.poll(() => sums()[0]?.size).not.toBe(before[0]?.size);
    const after = sums();
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    const stayedSmall = after.filter(
      ({ size, taken, least }, i) => size < least * (before[i]?.size ?? 0) && taken < 0.65,
    );
    expect(stayedSmall).toEqual([]);
    expect(overflow()).toBe(0);
  },
);

test('EYE-12 icons and coins grow with the words', async () => {
  await open('/profile/mobile', { as: customer(), answers, width: 390 });
  await expect.element(page.getByRole('navigation', { name: 'Profile' })).toBeVisible();
  const widths = (): readonly number[] =>
    [...document.querySelectorAll('.tabbar .i, .hdr .i, .avatar')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect().width);
  const before = widths();
  expect(before.length).toBeGreaterThan(3);
  enlarge(175);
  await expect.poll(() => widths()[0]).not.toBe(before[0]);
  for (const [i, width] of widths().entries())
    expect(width / (before[i] ?? 0)).toBeCloseTo(1.75, 1);
  expect(overflow()).toBe(0);
});
