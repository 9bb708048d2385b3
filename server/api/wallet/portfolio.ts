import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { readLine } from '#server/services/records/portfolio/line.ts';
import { readMonth } from '#server/services/records/portfolio/month.ts';

export const portfolioHandlers = {
  getPortfolioHistory: async (call) => {
    const customer = signedIn(call);
    const line = await readLine(call.deps, customer);
    return { status: 'success', ...line, as_of: customer.asOf.toISOString() };
  },
  getMonthBalances: async (call, { from, until }) => {
    const customer = signedIn(call);
    const month = await readMonth(call.deps, customer, {
      from: Date.parse(from),
      until: Date.parse(until),
    });
    if (isRefused(month)) return month;
    return { status: 'success', ...month, as_of: customer.asOf.toISOString() };
  },
} satisfies Partial<Handlers>;
