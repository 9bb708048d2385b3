import type { PlannedEvent } from './plan.ts';
import type { SeedScene } from './scene.ts';
import { deposit, withdrawal } from './write-funds.ts';
import { manual, purchase, swap, tradeOut } from './write-trades.ts';

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
