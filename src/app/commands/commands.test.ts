import { expect, test } from 'vitest';
import { guard } from '#core/routes.ts';
import { commandsFor, findCommands, type Viewer } from './commands.ts';

const viewer = (over: Partial<Viewer> = {}): Viewer => ({
  role: 'user',
  setsUp: false,
  market: 'AUD',
  masked: false,
  recipients: [],
  ...over,
});

const titles = (of: Viewer, search: string): readonly string[] =>
  findCommands(commandsFor(of), search).map(({ title }) => title);

test('EYE-12 nobody is offered a page that their guard would not open', () => {
  for (const of of [
    viewer(),
    viewer({ role: undefined }),
    viewer({ role: 'admin' }),
    viewer({ role: 'compliance' }),
    viewer({ role: 'admin', setsUp: true }),
  ]) {
    const closed = commandsFor(of)
      .flatMap(({ deed }) => (deed.kind === 'go' ? [deed.href] : []))
      .filter((path) => guard(path, of.role, of.setsUp) !== undefined);
    expect([of.role, of.setsUp, closed]).toEqual([of.role, of.setsUp, []]);
  }
});

test('EYE-12 coins, recipients and balances are found by customers alone', () => {
  const recipients = [
    {
      address_id: 'a',
      label: 'Rasa',
      currency_id: 'BTC',
      network: 'bitcoin',
      address: '',
      tag: '',
    },
  ];
  expect(titles(viewer({ recipients }), 'rasa')).toEqual(['Rasa']);
  for (const role of [undefined, 'admin', 'compliance'] as const) {
    const of = viewer({ role, recipients });
    for (const search of ['rasa', 'bitcoin', 'balances']) {
      expect([role, search, titles(of, search)]).toEqual([role, search, []]);
    }
  }
});

test('EYE-12 what a search names comes before what it only touches, and accents do not matter', () => {
  expect(titles(viewer(), 'swap')[0]).toMatch(/^Swap /);
  expect(titles(viewer(), 'swap bit')[0]).toBe('Swap Bitcoin');
  expect(titles(viewer(), 'bit swap')[0]).toBe('Swap Bitcoin');
  expect(titles(viewer(), 'wället')).toContain('Wallet');
  expect(titles(viewer(), 'buyx')).toEqual([]);
});

test('EYE-12 an asset that is not offered in a market is not found there', () => {
  expect(titles(viewer({ market: 'EUR' }), 'tether')).toEqual([]);
  expect(titles(viewer({ market: 'AUD' }), 'tether')).toContain('Buy Tether');
});

test('EYE-12 before anything is typed there are the pages of the single keys and the most needed acts', () => {
  expect(titles(viewer(), '')).toEqual([
    'Hide balances',
    'Export transactions',
    'Freeze this account',
    'Log out',
    'Wallet',
    'Withdraw',
    'Deposit',
    'Swap',
    'Transactions',
    'Buy or sell',
    'Profile',
  ]);
});

test('EYE-12 people’s own words find what is meant: gains, taxes, and what joins words is not sought', () => {
  for (const search of ['gain', 'gains', 'taxes', 'gains and taxes', 'my capital gains']) {
    expect([search, titles(viewer(), search)]).toEqual([
      search,
      expect.arrayContaining(['Tax report']),
    ]);
  }
  expect(titles(viewer(), 'buy btc')).toEqual(['Buy Bitcoin']);
  expect(titles(viewer(), 'sell sol')).toEqual(['Sell Solana']);
  expect(titles(viewer(), 'sell usdc')).toEqual([]);
  expect(titles(viewer(), 'send btc')).toContain('Withdraw Bitcoin');
  const recipients = [
    {
      address_id: 'a',
      label: 'Rasa',
      currency_id: 'BTC',
      network: 'bitcoin',
      address: '',
      tag: '',
    },
  ];
  expect(titles(viewer({ recipients }), 'send btc to rasa')).toEqual(['Rasa']);
});

test('EYE-12 a swap between two coins is found by both in their order, and opens with both', () => {
  for (const search of ['swap eth to sol', 'eth sol', 'convert ethereum into solana']) {
    expect([search, titles(viewer(), search)]).toEqual([search, ['Swap Ethereum to Solana']]);
  }
  const [found] = findCommands(commandsFor(viewer()), 'swap eth to sol');
  expect(found?.deed).toMatchObject({
    href: '/swap',
    state: { currencyInfo: { symbol: 'ETH' }, target: 'SOL' },
  });
  // One coin alone is not a pair.
  expect(titles(viewer(), 'swap eth')).toEqual(['Swap Ethereum']);
  expect(titles(viewer(), 'swap eth to mars')).toEqual([]);
  expect(titles(viewer({ market: 'EUR' }), 'swap eth to usdt')).toEqual([]);
});
