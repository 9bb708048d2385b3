import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { words } from '#ui/hooks/rendered.fixture.tsx';
import { Bought } from './bought.tsx';
import type { Order } from './order.ts';

test('EASE-19 the end of a purchase says what it cost in all, and nothing of it where the spread was not kept', () => {
  const order = { crypto: '0.3', asset: 'SOL', total: '50.00', currency: 'EUR', usdc: '55' };
  const end = (kept: Partial<Order>): string =>
    words(
      renderToStaticMarkup(
        <Router ssrPath="/buy-sell">
          <Bought order={{ ...order, ...kept }} onDone={() => undefined} />
        </Router>,
      ),
    );
  expect(end({ price: '165', spread: '12.5' })).toContain('Total €50.00 Costs you in all €0.31');
  expect(end({})).not.toContain('Costs you in all');
});
