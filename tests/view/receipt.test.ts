import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bought, happened } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

/** The width of what is written in an element, whatever the element's own. */
function written(of: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(of);
  return range.getBoundingClientRect();
}

test.each([320, 390, 1280])(
  'U48 EYE-10 at %i px a receipt’s numbers are underlined as far as they reach, its price stands on one line, and its cost is one sum',
  async (width) => {
    await open('/transactions', {
      as: customer(),
      answers: [
        happened(
          bought({
            amount: '0.00071526',
            paid: { amount: '100.00', currency_id: 'AUD', price: '139109.42', spread_bps: 12.5 },
          }),
        ),
        holding(),
      ],
      width,
    });
    await page.getByRole('listitem').getByRole('link').click();
    const details = page.getByRole('region', { name: 'Payment details' });
    await expect.element(details).toMatchTextContent('Costs you in allAU$0.62');
    await expect.element(details).toMatchTextContent('Spread, included0.125%');
    const numbers = [...document.querySelectorAll('.kv dd button[aria-haspopup=dialog]')];
    expect(numbers.length).toBeGreaterThan(2);
    for (const number of numbers) {
      const own = number.getBoundingClientRect();
      expect(own.width - written(number).width, number.textContent).toBeLessThan(2);
      expect(own.height, number.textContent).toBeLessThan(30);
    }
    expect(overflow()).toBeLessThanOrEqual(0);
    await expectAccessible();
  },
);
