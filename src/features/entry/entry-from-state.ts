import * as v from 'valibot';
import { carried } from '#core/carried/carried.ts';
import { decimal } from '#core/contract/schemas.ts';
import { failedPaymentReasons } from '#core/contract/wallet/history.ts';
import { entryNames } from '#core/statement/entry-label.ts';
import type { StatementEntry } from '#core/statement/statement.ts';

const sum = { amount: decimal, currency: v.string() };
const value = v.exactOptional(v.object({ ...sum, price: v.exactOptional(decimal) }));
const charged = v.object({
  ...sum,
  price: v.exactOptional(decimal),
  spreadBps: v.exactOptional(v.number()),
});
const leg = v.object({ ...sum, id: v.string(), value });
const base = {
  id: v.string(),
  label: v.picklist(entryNames),
  status: v.string(),
  at: v.union([v.number(), v.nan()]),
  trackingId: v.string(),
};

const handedEntry = carried(
  'transaction',
  v.union([
    v.object({
      ...base,
      ...sum,
      kind: v.literal('single'),
      direction: v.picklist(['credit', 'debit']),
      network: v.string(),
      sender: v.string(),
      recipient: v.string(),
      fee: v.exactOptional(v.string()),
      paid: v.exactOptional(charged),
      value,
    }),
    v.object({ ...base, kind: v.literal('swap'), credit: leg, debit: leg }),
    v.object({
      ...base,
      kind: v.literal('failed'),
      reason: v.picklist(failedPaymentReasons),
      charge: v.object(sum),
      wanted: v.object(sum),
    }),
  ]),
);

/**
 * The entry in the navigation state, put there by a list. It survives a reload and an update, so an earlier
 * version of the app may have written it.
 */
export const entryFromState = (state: unknown): StatementEntry | undefined =>
  handedEntry.read(state);
