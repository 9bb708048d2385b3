import { formatUnits } from '#core/money/decimal.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { idOf } from './draw.ts';
import { AUD_PER_USD, type EventOf, post, type SeedScene } from './scene.ts';

export async function swap(scene: SeedScene, event: EventOf<'swap'>): Promise<void> {
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

export async function purchase(scene: SeedScene, event: EventOf<'purchase'>, index: number) {
  const { currency, units, cents } = event;
  const id = idOf(`purchase ${index}`);
  const at = new Date(event.at);
  const usdcRate = AUD_PER_USD;
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
      seen_at: at,
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

export async function manual(
  scene: SeedScene,
  event: EventOf<'manual'>,
  index: number,
): Promise<void> {
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

export async function tradeOut(scene: SeedScene, event: EventOf<'trade-out'>, index: number) {
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
