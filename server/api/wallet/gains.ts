import { taxLines } from '#core/contract/wallet/tax-lines.ts';
import { findAsset } from '#core/money/currencies.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { isRefused, refuse } from '#server/refusal/refused.ts';
import { readGains } from '#server/services/records/gains/gains.ts';
import { stateCost } from '#server/services/records/gains/stated-costs.ts';
import { openTaxReport } from '#server/services/records/gains/tax-basis.ts';
import {
  nextText,
  readJournalPlace,
  readTaxPage,
  toldOf,
} from '#server/services/records/gains/tax-journals.ts';

export const gainsHandlers = {
  getGains: async (call, { currency_id }) => {
    const asset = findAsset(currency_id);
    if (!asset) return refuse('INVALID_INPUT', 'There is no such asset.');
    const customer = signedIn(call);
    // Each reads all of an account's history.
    const data = await readGains(call.deps, customer, asset.code);
    return { status: 'success', data, as_of: customer.asOf.toISOString() };
  },

  getTaxJournals: async (call, request) => {
    const place = request.after === undefined ? undefined : readJournalPlace(request.after);
    if (request.after !== undefined && !place) return malformed();
    const { userId, market: money, asOf } = signedIn(call);
    const { journals, next } = await readTaxPage(call.deps.db, {
      ...{ userId, money, limit: request.limit, place },
      from: request.from === undefined ? undefined : new Date(request.from),
      before: request.before === undefined ? undefined : new Date(request.before),
    });
    const continued = nextText(next);
    const told = journals.map(toldOf);
    return {
      status: 'success',
      ...(request.as_lines ? { data: [], lines: taxLines(told) } : { data: told }),
      money_id: money,
      ...(continued !== undefined && { next: continued }),
      as_of: asOf.toISOString(),
    };
  },

  openTaxReport: async (call, request) => {
    const owner = signedIn(call);
    const basis = await openTaxReport(call.deps, owner, request);
    if (isRefused(basis)) return basis;
    const { country, residences, zone } = basis;
    return {
      status: 'success',
      data: { ...(country !== undefined && { country }), residences, time_zone: zone },
    };
  },

  stateCost: async (call, { journal_id: journalId, cost }) => {
    const owner = signedIn(call);
    const stated = await stateCost(call.deps, owner, { journalId, cost });
    return isRefused(stated) ? stated : { status: 'success' };
  },
} satisfies Partial<Handlers>;
