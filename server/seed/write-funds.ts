import { assetOf } from '#core/money/currencies.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { destinationOf } from '#core/networks/address/destination.ts';
import { MINUTE } from '#server/adapters/party/clock.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { keepCounterparty } from '#server/services/checks/travel-rule/counterparties.ts';
import { idOf } from './draw.ts';
import { type EventOf, outsideAddress, post, routeOf, type SeedScene } from './scene.ts';

/** The owner of the addresses that the demo customer sends to. */
const OUTSIDE = { owner: 'customer', name: '', country: '', provider: 'Example Exchange' } as const;

export async function deposit(
  scene: SeedScene,
  event: EventOf<'deposit'>,
  index: number,
): Promise<void> {
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

export async function withdrawal(scene: SeedScene, event: EventOf<'withdrawal'>, index: number) {
  const { currency, units } = event;
  const { userId } = scene;
  const route = routeOf(scene, currency);
  const id = idOf(`withdrawal ${index}`);
  const address = outsideAddress(route.network, index);
  const to = { network: route.network, address, tag: '' };
  await keepCounterparty(scene.tx, scene.deps.clock, userId, to, OUTSIDE);
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
    // Not in the future: events end five minutes before now.
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
      destination: destinationOf(route.network, address, '').address,
      tag: '',
      status: 'completed',
      created_at: at,
      broadcast_at: new Date(event.at + MINUTE),
      completed_at: new Date(event.at + 4 * MINUTE),
    })
    .execute();
}
