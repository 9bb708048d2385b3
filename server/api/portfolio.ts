import { presentOf } from '#server/platform/instant.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { readLine } from '#server/services/portfolio/line.ts';
import { readMonth } from '#server/services/portfolio/month.ts';
import { type Handlers, signedIn } from './handler.ts';

export const portfolioHandlers = {
  getPortfolioHistory: async (call) => {
    const asOf = await presentOf(call.deps);
    const line = await readLine(call.deps, signedIn(call).userId);
    return { status: 'success', ...line, as_of: asOf.toISOString() };
  },
  getMonthBalances: async (call, { from, until }) => {
    const asOf = await presentOf(call.deps);
    const month = await readMonth(call.deps, signedIn(call).userId, {
      from: Date.parse(from),
      until: Date.parse(until),
    });
    if (isRefused(month)) return month;
    return { status: 'success', ...month, as_of: asOf.toISOString() };
  },
} satisfies Partial<Handlers>;
