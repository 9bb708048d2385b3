import { expect, test } from 'vitest';
import type { Withdrawal } from '#core/contract/money/withdrawal.ts';
import type {
  FailedEntry,
  SingleEntry,
  StatementEntry,
  SwapEntry,
} from '#core/statement/statement.ts';
import { type DetailFacts, detailRows } from './detail-rows.ts';
import { costOf } from './use-purchase-cost.ts';

const nothing: DetailFacts = { cost: undefined, withdrawal: undefined };
const single: SingleEntry = {
  kind: 'single',
  id: 'w1',
  at: 0,
  trackingId: 't9',
  label: 'Withdraw',
  status: 'Withdrawn',
  direction: 'debit',
  amount: '0.123456789012345678',
  currency: 'ETH',
  network: '',
  sender: '',
  recipient: '0xabc',
};
const withdrawal: Withdrawal = {
  withdrawal_id: 't9',
  status: 'completed',
  currency_id: 'ETH',
  amount: '0.12',
  fee: '0.003456789012345678',
  total: '0.123456789012345678',
  network: 'Ethereum',
  address: '0xabc',
  tag: '',
  steps: [],
  cancellable_until: null,
  transaction_hash: '0xfeed',
  transaction_url: null,
};
const read = (entry: StatementEntry, facts: DetailFacts = nothing) =>
  detailRows(entry, facts).map(({ label, value }) => [label, value.replace('\u00a0', ' ')]);

test('TX-05 BEY-22 a withdrawal shows what its recipient gets, its fee and its network, to the last digit', () => {
  expect(read(single, { ...nothing, withdrawal })).toEqual([
    ['Status', 'Withdrawn'],
    ['Amount', '\u22120.123456789012345678 ETH'],
    ['Recipient gets', '0.12 ETH'],
    ['Network fee', '0.003456789012345678 ETH'],
    ['Network', 'Ethereum'],
    ['Transaction ID', 't9'],
    ['Recipient', '0xabc'],
    ['Transaction hash', '0xfeed'],
  ]);
  // Until more is known, the page shows only the rows that the specification names.
  expect(read(single).map(([label]) => label)).toEqual([
    'Status',
    'Amount',
    'Transaction ID',
    'Recipient',
  ]);
});

test('TX-05 PWA-04 the fee and the cost that the entry itself carries are shown before the server answers', () => {
  expect(read({ ...single, fee: '0.003456789012345678' }).slice(1, 4)).toEqual([
    ['Amount', '\u22120.123456789012345678 ETH'],
    ['Recipient gets', '0.12 ETH'],
    ['Network fee', '0.003456789012345678 ETH'],
  ]);
  const paid = { amount: '162.45', currency: 'AUD' };
  const bought = { ...single, label: 'Buy', direction: 'credit', amount: '0.001' } as const;
  expect(read({ ...bought, currency: 'BTC', status: 'Completed', paid }).slice(1, 5)).toEqual([
    ['Amount', '+0.001 BTC'],
    ['Paid', 'AU$162.45'],
    ['Fees (0.5%)', 'AU$0.81'],
    ['Transaction ID', 't9'],
  ]);
});

test('HARD-70 PWA-04 without a connection a purchase has the price and the spread of its quote, or none', () => {
  const paid = { amount: '162.45', currency: 'AUD' };
  const bought = { ...single, label: 'Buy', direction: 'credit', amount: '0.001' } as const;
  const [of, terms] = [
    { ...bought, currency: 'BTC' },
    { price: '161639.12', spreadBps: 12.5 },
  ];
  const saved = read({ ...of, paid: { ...paid, ...terms } });
  expect(saved).toContainEqual(['Price', '1 BTC = 161,639.120000 AUD']);
  expect(saved).toContainEqual(['Spread, included', '0.125%']);
  // AU$0.81 and 0.125% of the rest at the market's price, AU$0.20.
  expect(saved).toContainEqual(['Costs you in all', 'AU$1.01']);
  const cost = costOf({ amount: '0.001', currency: 'BTC' }, paid, terms);
  expect(read({ ...of, paid }, { ...nothing, cost })).toEqual(saved);
  expect(read({ ...of, paid }).map(([label]) => label)).not.toContain('Price');
});

test('BEY-15 a returned withdrawal shows no recipient amount or fee, and the money that came back no sender or network', () => {
  const labels = (entry: SingleEntry, facts?: DetailFacts) =>
    read(entry, facts).map(([label]) => label);
  const undone = { ...single, status: 'Returned' };
  const facts = {
    ...nothing,
    withdrawal: { ...withdrawal, status: 'refunded', tag: '7' },
  } as const;
  expect(labels(undone, facts)).not.toContain('Recipient gets');
  expect(labels(undone, facts)).not.toContain('Network fee');
  const back = { direction: 'credit', label: 'Deposit', network: 'Ethereum', sender: 'x' } as const;
  expect(labels({ ...undone, ...back }, facts)).toEqual(['Status', 'Amount', 'Transaction ID']);
});

test('TX-05 a deposit shows its network and its sender, and a purchase what it cost', () => {
  const deposit = { ...single, direction: 'credit', label: 'Deposit', recipient: 'own' } as const;
  expect(read({ ...deposit, network: 'Ethereum', sender: '0xdef' })).toEqual([
    ['Status', 'Withdrawn'],
    ['Amount', '+0.123456789012345678 ETH'],
    ['Network', 'Ethereum'],
    ['Sender', '0xdef'],
    ['Transaction ID', 't9'],
  ]);
  const cost = {
    paid: 'AU$1.00',
    fee: 'AU$0.01',
    price: '1 ETH = 8.100000 AUD',
    spread: '0.25%',
    spreadBps: 25,
    inAll: 'AU$0.01',
    charged: { amount: '1.00', currency: 'AUD' },
    keptPrice: '8.1',
  };
  expect(read({ ...deposit, label: 'Buy' }, { ...nothing, cost })).toEqual(
    expect.arrayContaining([
      ['Paid', 'AU$1.00'],
      ['Fees (0.5%)', 'AU$0.01'],
      ['Price', '1 ETH = 8.100000 AUD'],
      ['Spread, included', '0.25%'],
    ]),
  );
});

test('TX-05 a swap shows both its sides and what one unit of the dearer asset cost', () => {
  const swap: SwapEntry = {
    kind: 'swap',
    id: 's1',
    at: 0,
    label: 'Swap',
    status: '',
    trackingId: '',
    credit: { id: 'c', amount: '2992.5', currency: 'USDC' },
    debit: { id: 'd', amount: '0.05', currency: 'BTC' },
  };
  expect(read(swap)).toEqual([
    ['Status', 'Successfully'],
    ['Amount', '+2,992.5 USDC'],
    ['Paid', '0.05 BTC'],
    ['Rate', '1 BTC = 59,850 USDC'],
    ['Transaction ID', 's1'],
  ]);
});

test('EASE-19 a purchase is told as its buyer saw it, with no asset in between', () => {
  const charged = { amount: '100.00', currency: 'AUD' };
  const bought = { amount: '0.39601990', currency: 'SOL' };
  expect(costOf(bought, charged, { price: '251.25', spreadBps: 12.5 })).toEqual({
    paid: 'AU$100.00',
    fee: 'AU$0.50',
    price: '1 SOL = 251.250000 AUD',
    spread: '0.125%',
    spreadBps: 12.5,
    inAll: 'AU$0.62',
    charged,
    keptPrice: '251.25',
  });
  // Where the price was not kept it follows from the amounts.
  expect(costOf(bought, charged)).toMatchObject({
    price: '1 SOL = 251.250000 AUD',
    spread: undefined,
  });
  expect(costOf({ amount: '0', currency: 'SOL' }, charged).price).toBeUndefined();
});

test('TX-05 a purchase whose cost is unknown says so, on the receipt, too', () => {
  const deposit = { ...single, direction: 'credit', label: 'Deposit', recipient: 'own' } as const;
  const bought = { ...deposit, label: 'Buy' } as const;
  expect(detailRows(bought, nothing)).toContainEqual({
    label: 'Paid',
    value: 'Not available yet',
    kind: 'amount',
  });
  expect(detailRows(deposit, nothing).map(({ label }) => label)).not.toContain('Paid');
});

test('HARD-16 a failed card payment’s page says why, what the card was asked for and what it would have bought', () => {
  const refunded: FailedEntry = {
    kind: 'failed',
    id: 'p1',
    trackingId: 'p1',
    label: 'Buy',
    status: 'Refunded',
    at: 0,
    reason: 'refunded',
    charge: { amount: '100.00', currency: 'AUD' },
    wanted: { amount: '0.001', currency: 'BTC' },
  };
  expect(read(refunded)).toEqual([
    ['Status', 'Refunded'],
    [
      'Reason',
      'When the payment arrived, the price had risen by more than 1%. Nothing was bought. The full amount went back to your card; your bank may take some days to show it.',
    ],
    ['Card payment', 'AU$100.00'],
    ['Would have bought', '0.001 BTC'],
    ['Transaction ID', 'p1'],
  ]);
});

test('EYE-05 U17 a withdrawal names its recipient beside the address, which stands in groups', () => {
  const rows = detailRows(single, {
    ...nothing,
    withdrawal: { ...withdrawal, recipient_name: 'Rasa Petraite' },
  });
  expect(rows).toContainEqual({ label: 'Recipient’s name', value: 'Rasa Petraite', kind: 'text' });
  expect(rows).toContainEqual({ label: 'Recipient', value: '0xabc', kind: 'address' });
});
