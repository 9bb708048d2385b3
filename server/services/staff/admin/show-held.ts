import type { Deps } from '#server/deps.ts';
import { type Held, listHeld } from '#server/services/checks/held/held.ts';
import { recordAlone } from '#server/services/staff/audit/record.ts';
import type { Operator } from './administrators.ts';

/** What screening holds, for a command; it is on record, by its ids, before it is shown. */
export async function showHeld(deps: Deps, by: Operator): Promise<readonly Held[]> {
  const held = await listHeld(deps.db);
  await recordAlone(deps, {
    ...by,
    action: 'saw held',
    detail: { shown: held.map(({ id }) => id) },
  });
  return held;
}
