import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

interface Route {
  readonly currency: string;
  readonly network: string;
  readonly minDeposit: string;
  readonly minWithdrawal: string;
  readonly fee: string;
  readonly confirmations: number;
  readonly tag?: boolean;
}

const routes: readonly Route[] = [
  {
    currency: 'BTC',
    network: 'Bitcoin',
    minDeposit: '0.0001',
    minWithdrawal: '0.0002',
    fee: '0.00005',
    confirmations: 2,
  },
  {
    currency: 'SOL',
    network: 'Solana',
    minDeposit: '0.0101',
    minWithdrawal: '0.05',
    fee: '0.005',
    confirmations: 32,
  },
  {
    currency: 'ETH',
    network: 'Ethereum',
    minDeposit: '0.0101',
    minWithdrawal: '0.01',
    fee: '0.0015',
    confirmations: 32,
  },
  {
    currency: 'AVAX',
    network: 'Avalanche C-Chain',
    minDeposit: '0.0101',
    minWithdrawal: '0.1',
    fee: '0.01',
    confirmations: 12,
  },
  {
    currency: 'XRP',
    network: 'XRP Ledger',
    minDeposit: '1',
    minWithdrawal: '5',
    fee: '0.2',
    confirmations: 1,
    tag: true,
  },
  {
    currency: 'USDT',
    network: 'Ethereum',
    minDeposit: '5',
    minWithdrawal: '10',
    fee: '3',
    confirmations: 32,
  },
  {
    currency: 'USDT',
    network: 'Avalanche C-Chain',
    minDeposit: '1',
    minWithdrawal: '5',
    fee: '0.5',
    confirmations: 12,
  },
  {
    currency: 'USDC',
    network: 'Ethereum',
    minDeposit: '5',
    minWithdrawal: '10',
    fee: '3',
    confirmations: 32,
  },
  {
    currency: 'USDC',
    network: 'Solana',
    minDeposit: '1',
    minWithdrawal: '5',
    fee: '0.5',
    confirmations: 32,
  },
];

const routeId = ({ currency, network }: Route): string =>
  `${currency}-${network}`.toLowerCase().replaceAll(' ', '-');

/** Ways in and out, deposit addresses, deposits, withdrawals and card purchases. */
export const funds: Migration = {
  name: '0022-funds',
  statements: [
    sql`create table payment_routes (
      id text primary key,
      currency text not null,
      network text not null,
      is_active boolean not null,
      min_deposit text not null,
      min_withdrawal text not null,
      withdrawal_fee text not null,
      confirmations integer not null,
      needs_tag boolean not null,
      position integer not null,
      unique (currency, network)
    )`,
    ...routes.map(
      (route, position) => sql`insert into payment_routes values (${routeId(route)},
        ${route.currency}, ${route.network}, true, ${route.minDeposit}, ${route.minWithdrawal},
        ${route.fee}, ${route.confirmations}, ${route.tag ?? false}, ${position})`,
    ),
    // The next unused address number of each network; a number is never given twice.
    sql`create table address_counters (
      network text primary key,
      next_index integer not null
    )`,
    sql`create table deposit_addresses (
      user_id text not null references users (id),
      payment_route_id text not null references payment_routes (id),
      network text not null,
      address_index integer not null,
      address text not null,
      tag text not null,
      created_at timestamptz(3) not null,
      primary key (user_id, payment_route_id),
      unique (network, address_index),
      unique (network, address, tag)
    )`,
    sql`create table withdrawals (
      id text primary key,
      user_id text not null references users (id),
      payment_route_id text not null references payment_routes (id),
      currency text not null,
      units numeric(38, 0) not null check (units > 0),
      fee_units numeric(38, 0) not null check (fee_units >= 0),
      usd_cents numeric(38, 0) not null check (usd_cents >= 0),
      address text not null,
      tag text not null,
      status text not null check (status in ('requested', 'sent', 'completed', 'failed', 'cancelled')),
      created_at timestamptz(3) not null
    )`,
    sql`create index withdrawals_user on withdrawals (user_id, created_at)`,
    sql`create table purchases (
      id text primary key,
      user_id text not null references users (id),
      amount text not null,
      currency text not null,
      crypto_units numeric(38, 0) not null check (crypto_units > 0),
      crypto_currency text not null,
      usdc text not null,
      -- What one USDC cost in the currency when the purchase was begun.
      usdc_rate text not null,
      token text not null unique,
      status text not null
        check (status in ('pending', 'success', 'failed', 'declined', 'cancelled', 'unknown')),
      device_type text not null default '',
      created_at timestamptz(3) not null,
      recorded_at timestamptz(3)
    )`,
    sql`create index purchases_user on purchases (user_id, created_at)`,
  ],
};
