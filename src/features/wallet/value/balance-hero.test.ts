import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { moneyOf, walletView } from '#features/wallet/wallet-view.ts';
import { BalanceHero } from './balance-hero.tsx';

const money = moneyOf('USD', { status: 'ready', rates: {} }, (usd) => usd);

/** What the wallet says under a total of this much, whose prices moved so. */
function said(entry: Parameters<typeof walletEntry>[1]) {
  const held = walletEntry('SOL', { free_balance: '3', price: '100', ...entry });
  const view = walletView({ status: 'ready', entries: [held] }, 'USD', money);
  const times = { agedAt: undefined, ratesAt: undefined };
  const props = { view, money, ...times, masked: false, onMask: () => undefined };
  return renderToStaticMarkup(createElement(BalanceHero, props)).replace(/<[^>]*>/g, ' ');
}

test('HARD-35 the change under the total is named for the prices of what is held, up or down', () => {
  const line = (text: string) => text.replace(/\s+/g, ' ');
  const up = said({ free_balance_quoted: '300', change_24h: '5' });
  expect(line(up)).toMatch(/Prices of your assets .*up 5\.00% .*in 24 h/);
  const down = said({ free_balance_quoted: '300', change_24h: '-2.5' });
  expect(line(down)).toMatch(/Prices of your assets .*down 2\.50% .*in 24 h/);
  expect(said({ free_balance_quoted: '300', change_24h: undefined })).not.toContain('in 24 h');
});
