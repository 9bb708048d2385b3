import { addRecurringBuy } from '#core/contract/money/recurring-buys.ts';
import { accountOperation, type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { RECURRING_SPREAD_BPS } from '#server/policy.ts';
import {
  addRecurringBuy as add,
  changeRecurringBuy as change,
  listRecurringBuys as list,
} from '#server/services/exchange/recurring/recurring-buys.ts';

export const recurringBuyHandlers = {
  addRecurringBuy: (call, request) =>
    add(call.deps, accountOperation(call, addRecurringBuy, request)),

  changeRecurringBuy: async (call, { buy_id: id, ...wish }) =>
    (await change(call.deps, signedIn(call), id, wish)) ?? { status: 'success' },

  listRecurringBuys: async (call) => ({
    status: 'success',
    data: await list(call.deps.db, signedIn(call).userId),
    most_spread_bps: RECURRING_SPREAD_BPS,
  }),
} satisfies Partial<Handlers>;
