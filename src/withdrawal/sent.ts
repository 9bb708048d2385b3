import * as v from 'valibot';
import { carried } from '#core/carried/carried.ts';

/** A sent withdrawal, as its page keeps it in the history entry. */
export const sentEntry = carried(
  'sent',
  v.object({
    withdrawalId: v.string(),
    summary: v.object({ currency: v.string(), amount: v.string(), address: v.string() }),
  }),
);
export type Sent = NonNullable<ReturnType<typeof sentEntry.read>>;

/** The withdrawal that was sent from this history entry, so that coming back shows the result again. */
export function sentFrom(state: unknown, code: string): Sent | undefined {
  const read = sentEntry.read(state);
  return read?.summary.currency === code ? read : undefined;
}
