import { assetOf } from '#core/domain/currencies.ts';
import { formatUnits, parseUnits } from '#core/domain/decimal.ts';
import { MINUTE } from '#server/adapters/clock.ts';
import { networks } from '#server/adapters/custody/custody.ts';
import { segwitAddress } from '#server/adapters/custody/encode.ts';
import { sandboxCustody } from '#server/adapters/custody/sandbox.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import type { Journal } from '#server/ledger/journal.ts';
import { postJournal } from '#server/ledger/post.ts';
import type { RouteRow } from '#server/services/payment-routes.ts';
import type { Tx } from '#server/store/schema.ts';
import { idOf } from './draw.ts';
import type { PlannedEvent } from './plan.ts';

/** Where the demo events are written. */
export interface SeedScene {
  readonly deps: Deps;
  readonly tx: Tx;
  readonly userId: string;
  readonly routes: readonly RouteRow[];
}

type EventOf<K extends PlannedEvent['kind']> = Extract<PlannedEvent, { kind: K }>;

/** An address outside: well-formed and nobody's. */
function outsideAddress(networkName: string, index: number): string {
  const network = networks.find((name) => name === networkName) ?? 'Ethereum';
  if (network === 'Bitcoin') return segwitAddress('bc', new Uint8Array(20).fill(index % 256));
  return sandboxCustody().depositAddress(network, 900_000 + index)?.address ?? '';
}

const routeOf = ({ routes }: SeedScene, currency: string): RouteRow => {
  const route = routes.find((candidate) => candidate.currency === currency);
  if (!route) throw new Error(`no payment route for ${currency}`);
  return route;
};

async function post({ deps, tx }: SeedScene, journal: Journal): Promise<void> {
  const posted = await postJournal(tx, deps.clock, journal);
  if (posted.kind !== 'posted') throw new Error(`the demo's ${journal.kind} was ${posted.kind}`);
}

async function deposit(scene: SeedScene, event: EventOf<'deposit'>, index: number): Promise<void> {
  const { currency, units } = event;
  const id = idOf(`deposit ${index}`);
  const { network } = routeOf(scene, currency);
  await post(scene, {
    class: 'payment',
    kind: 'deposit',
    userId: scene.userId,
    reference: `deposit:${id}`,
    comment: `Deposit/${id}`,
    network,
    sender: outsideAddress(network, index),
    createdAt: new Date(event.at),
    postings: [
      { account: customer(scene.userId, 'available', currency), units },
      { account: house('chain', currency), units: -units },
    ],
  });
}

async function swap(scene: SeedScene, event: EventOf<'swap'>): Promise<void> {
  const { source, sourceUnits, target, targetUnits, spreadUnits } = event;
  await post(scene, {
    class: 'conversion',
    kind: 'swap',
    userId: scene.userId,
    comment: `${source} to ${target}`,
    createdAt: new Date(event.at),
    postings: [
      { account: customer(scene.userId, 'available', source), units: -sourceUnits },
      { account: house('inventory', source), units: sourceUnits },
      { account: house('inventory', target), units: -(targetUnits + spreadUnits) },
      { account: customer(scene.userId, 'available', target), units: targetUnits },
      { account: house('spread', target), units: spreadUnits },
    ],
  });
}

async function purchase(scene: SeedScene, event: EventOf<'purchase'>, index: number) {
  const { currency, units, cents } = event;
  const id = idOf(`purchase ${index}`);
  const at = new Date(event.at);
  const usdcRate = '1.61';
  await scene.tx
    .insertInto('purchases')
    .values({
      id,
      user_id: scene.userId,
      amount: formatUnits(cents, 2, 2),
      currency: 'AUD',
      crypto_units: String(units),
      crypto_currency: currency,
      usdc: formatUnits((cents * 10n ** 6n) / 161n, 6),
      usdc_rate: usdcRate,
      token: `demo-${id}`,
      status: 'success',
      created_at: at,
      recorded_at: at,
    })
    .execute();
  await post(scene, {
    class: 'trade',
    kind: 'purchase',
    userId: scene.userId,
    reference: `purchase:${id}`,
    comment: `Card purchase/${id}`,
    paymentMethod: 'Debit Card',
    createdAt: at,
    postings: [
      { account: customer(scene.userId, 'available', currency), units },
      { account: house('card', currency), units: -units },
    ],
  });
}

async function withdrawal(scene: SeedScene, event: EventOf<'withdrawal'>, index: number) {
  const { currency, units } = event;
  const { userId } = scene;
  const route = routeOf(scene, currency);
  const id = idOf(`withdrawal ${index}`);
  const address = outsideAddress(route.network, index);
  const fee = parseUnits(route.withdrawal_fee, assetOf(currency).scale) ?? 0n;
  const total = units + fee;
  const at = new Date(event.at);
  await post(scene, {
    class: 'payment',
    kind: 'withdrawal',
    userId,
    reference: `withdrawal:${id}`,
    comment: `Withdrawal/${id}`,
    network: route.network,
    recipient: address,
    createdAt: at,
    postings: [
      { account: customer(userId, 'available', currency), units: -total },
      { account: customer(userId, 'hold', currency), units: total },
    ],
  });
  await post(scene, {
    class: 'payment',
    kind: 'withdrawal-sent',
    userId,
    reference: `withdrawal-sent:${id}`,
    comment: `Withdrawal/${id}`,
    network: route.network,
    recipient: address,
    // Events end five minutes before now, so this is not in the future.
    createdAt: new Date(event.at + 4 * MINUTE),
    postings: [
      { account: customer(userId, 'hold', currency), units: -total },
      { account: house('chain', currency), units },
      { account: house('fees', currency), units: fee },
    ],
  });
  await scene.tx
    .insertInto('withdrawals')
    .values({
      id,
      user_id: userId,
      payment_route_id: route.id,
      currency,
      units: String(units),
      fee_units: String(fee),
      usd_cents: '0',
      address,
      tag: '',
      status: 'completed',
      created_at: at,
    })
    .execute();
}

async function manual(scene: SeedScene, event: EventOf<'manual'>, index: number): Promise<void> {
  const units = event.out ? -event.units : event.units;
  await post(scene, {
    class: 'manual',
    kind: 'manual',
    userId: scene.userId,
    comment: `${event.comment}/${idOf(`manual ${index}`)}`,
    createdAt: new Date(event.at),
    postings: [
      { account: customer(scene.userId, 'available', event.currency), units },
      { account: house('manual', event.currency), units: -units },
    ],
  });
}

async function tradeOut(scene: SeedScene, event: EventOf<'trade-out'>, index: number) {
  const { currency, units } = event;
  await post(scene, {
    class: 'trade',
    kind: 'trade',
    userId: scene.userId,
    comment: `Trade/${idOf(`trade ${index}`)}`,
    createdAt: new Date(event.at),
    postings: [
      { account: customer(scene.userId, 'available', currency), units: -units },
      { account: house('inventory', currency), units },
    ],
  });
}

/** Writes one event of the year through the real ledger. */
export function writeEvent(scene: SeedScene, event: PlannedEvent, index: number): Promise<void> {
  switch (event.kind) {
    case 'deposit':
      return deposit(scene, event, index);
    case 'swap':
      return swap(scene, event);
    case 'purchase':
      return purchase(scene, event, index);
    case 'withdrawal':
      return withdrawal(scene, event, index);
    case 'manual':
      return manual(scene, event, index);
    case 'trade-out':
      return tradeOut(scene, event, index);
  }
}
