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

/** Deposits, withdrawals and the addresses of both. */
export const funds: Migration = {
  name: '0005-funds',
  statements: [
    // Assets on networks: the ways in and out.
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
    // The next unused address number of each network; a number is never given twice. The sandbox
    // and a custodian count apart. Ethereum and Avalanche count together, as “EVM”: the same
    // number is the same address on both.
    sql`create table address_counters (
      network text not null,
      next_index integer not null,
      sandbox boolean not null,
      primary key (network, sandbox)
    )`,
    // Customers' own addresses. Nobody holds a key to one that the sandbox made, so none is shown
    // beside a custodian.
    sql`create table deposit_addresses (
      user_id text not null references users (id),
      payment_route_id text not null references payment_routes (id),
      network text not null,
      address_index integer not null,
      address text not null,
      tag text not null,
      created_at timestamptz(3) not null,
      sandbox boolean not null,
      primary key (user_id, payment_route_id, sandbox),
      unique (network, address, tag),
      unique (network, sandbox, address_index)
    )`,
    // Deposits, from the moment they are seen on chain.
    sql`create table deposits (
      id text primary key,
      user_id text not null references users (id),
      currency text not null,
      network text not null,
      units numeric(38, 0) not null check (units > 0),
      confirmations integer not null check (confirmations >= 0),
      confirmations_needed integer not null,
      state text not null check (state in ('pending', 'credited', 'dropped')),
      seen_at timestamptz(3) not null,
      ask_at timestamptz(3) not null,
      credited_at timestamptz(3),
      external_id text,
      transaction_hash text not null default '',
      output_index integer not null default 0,
      address text not null default '',
      tag text not null default '',
      amount text not null default '',
      settled boolean not null default true,
      dropped_at timestamptz(3)
    )`,
    // A deposit that was dropped may come again, in another block.
    sql`create unique index deposits_external on deposits (external_id)
      where external_id is not null and state <> 'dropped'`,
    // Outputs of these three networks have no numbers: they are told apart by the address and the asset
    // that they pay.
    sql`create unique index deposits_output on deposits (network, transaction_hash, output_index,
      (case when network in ('Ethereum', 'Avalanche C-Chain', 'Solana')
        then address || ' ' || currency else '' end))
      where external_id is not null and state <> 'dropped'`,
    sql`create index deposits_pending on deposits (ask_at) where state = 'pending'`,
    sql`create index deposits_user on deposits (user_id, seen_at)`,
    // What a custodian reported and nobody may be credited with.
    sql`create table deposits_aside (
      id text primary key,
      external_id text not null,
      reason text not null,
      network text not null,
      address text not null,
      tag text not null,
      currency text not null,
      amount text not null,
      transaction_hash text not null,
      output_index integer not null,
      confirmations integer not null,
      status text not null,
      seen_at timestamptz(3) not null,
      reported_at timestamptz(3) not null,
      unique (external_id, reason)
    )`,
    // How far a custodian's list of deposits was read.
    sql`create table custody_feeds (
      source text primary key,
      cursor text not null,
      due_at timestamptz(3) not null,
      leased_until timestamptz(3) not null,
      heard_at timestamptz(3)
    )`,
    // Withdrawals, with the moments of their way.
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
      status text not null
        check (status in ('requested', 'cancelled', 'broadcast', 'completed', 'failed', 'refunded')),
      created_at timestamptz(3) not null,
      cancellable_until timestamptz(3),
      due_at timestamptz(3),
      attempts integer not null default 0,
      sending boolean not null default false,
      transaction_hash text not null default '',
      broadcast_at timestamptz(3),
      completed_at timestamptz(3),
      failed_at timestamptz(3),
      refunded_at timestamptz(3),
      cancelled_at timestamptz(3),
      cancelled_for text check (cancelled_for in ('reported', 'password-reset', 'verification')),
      mail_id text
    )`,
    sql`create index withdrawals_address on withdrawals (user_id, address)`,
    sql`create index withdrawals_due on withdrawals (due_at) where due_at is not null`,
    sql`create index withdrawals_user on withdrawals (user_id, created_at)`,
    // The address book. What an entry does not have is empty, so that one index finds all
    // duplicates.
    sql`create table saved_addresses (
      id text primary key,
      user_id text not null references users (id),
      kind text not null check (kind in ('crypto', 'fiat')),
      label text not null,
      currency text not null,
      network text not null default '',
      address text not null default '',
      tag text not null default '',
      holder text not null default '',
      iban text not null default '',
      bsb text not null default '',
      account_number text not null default '',
      created_at timestamptz(3) not null,
      unique (user_id, kind, currency, network, address, tag, iban, bsb, account_number)
    )`,
  ],
};
