import { type AssetCode, assetCodes } from '#core/money/currencies.ts';
import type { PlannedEvent } from './plan.ts';

/** What an event takes from the customer's balance, if anything. */
function takes(event: PlannedEvent): readonly [AssetCode, bigint] | undefined {
  switch (event.kind) {
    case 'deposit':
    case 'purchase':
      return undefined;
    case 'swap':
      return [event.source, event.sourceUnits];
    case 'withdrawal':
      // With room for the network's fee.
      return [event.currency, event.units + event.units / 2n];
    case 'manual':
      return event.out ? [event.currency, event.units] : undefined;
    case 'trade-out':
      return [event.currency, event.units];
  }
}

function gives(event: PlannedEvent): readonly [AssetCode, bigint] | undefined {
  switch (event.kind) {
    case 'deposit':
    case 'purchase':
      return [event.currency, event.units];
    case 'swap':
      return [event.target, event.targetUnits];
    case 'manual':
      return event.out ? undefined : [event.currency, event.units];
    case 'withdrawal':
    case 'trade-out':
      return undefined;
  }
}

/** Removes the events that the balance would not cover, or that would take more than half of it. */
export function affordable(events: readonly PlannedEvent[]): readonly PlannedEvent[] {
  const balances = new Map<AssetCode, bigint>(assetCodes.map((code) => [code, 0n]));
  return events.filter((event) => {
    const taken = takes(event);
    if (taken) {
      const [currency, units] = taken;
      const balance = balances.get(currency) ?? 0n;
      if (units * 2n > balance) return false;
      balances.set(currency, balance - units);
    }
    const given = gives(event);
    if (given) balances.set(given[0], (balances.get(given[0]) ?? 0n) + given[1]);
    return true;
  });
}
