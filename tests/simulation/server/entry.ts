import { randomBytes, randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { assetCodes } from '#core/money/currencies.ts';
import { guardedForex } from '#server/adapters/forex/guarded-rates.ts';
import { guardedMarket } from '#server/adapters/market/guarded-prices.ts';
import { httpMarket } from '#server/adapters/market/http-market.ts';
import { createParties, type Parties } from '#server/adapters/parties.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/base/clock.ts';
import { jsonLog } from '#server/base/log.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { startLoops } from '#server/loops.ts';
import { conditions } from '#server/platform/conditions.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { listHeld } from '#server/services/checks/held/held.ts';
import { openAside } from '#server/services/money-out/withdrawals/comparison.ts';
import { lookAtCopy } from '#server/services/operation/copies/older-copy.ts';
import { trustCopy } from '#server/services/staff/admin/older-copy.ts';
import {
  bookUnknownTransfer,
  type SentTransfer,
  settleUnknownTransfer,
} from '#server/services/staff/admin/settle-transfer.ts';
import { decide } from '#server/services/staff/desk/desk.ts';
import { heldKindOf } from '#server/services/staff/desk/held-cases.ts';
import { embeddedStore } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { MARKET_URL } from '#tests/simulation/parties/market-url.ts';
import {
  found,
  foundOfficer,
  type Newcomer,
  type Officer,
  officerCode,
  officerEmail,
  officers,
} from './founding.ts';

/** What a process of the simulated server gets from its world. */
export interface Surroundings {
  readonly pglite: PGlite;
  /** Those of the parties that the world plays itself. */
  readonly parties: Partial<Parties>;
  /** Takes each line of the log. */
  readonly write: (line: string) => void;
}

/** The server as `server/main.ts` starts it, on what the world gives it. */
export function start({ pglite, parties, write }: Surroundings) {
  const read = readConfig({ SEED: 'none', LIMIT_PER_ADDRESS: '1000000' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { config } = read;
  const { db } = embeddedStore(pglite);
  const clock = systemClock();
  const log = jsonLog(write);
  const tools = { db, now: clock.now, log };
  const sandbox = createParties(config.parties, tools);
  const bands = config.parties.priceBands;
  const provider = { baseUrl: MARKET_URL, keyHeader: '', key: '' };
  const unguarded = httpMarket({ provider, db, now: clock.now });
  const market = guardedMarket(unguarded, { bands, ...tools });
  const forex =
    parties.forex &&
    guardedForex(parties.forex, {
      ...{ bands: config.parties.rateBands, second: undefined },
      ...{ db, log },
    });
  const deps: Deps = {
    config,
    db,
    clock,
    random: (bytes) => randomBytes(bytes),
    log,
    parties: { ...sandbox, ...parties, market, ...(forex && { forex }) },
  };
  const app = createApp(deps, { dist: '/nowhere' });
  const by = { actor: 'operator somebody' } as const;
  const atDesk = (officer: Officer): Promise<{ userId: string; sessionId: string }> =>
    inTransaction(db, async (tx) => {
      const { id: userId } = await tx
        .selectFrom('users')
        .select('id')
        .where('email', '=', officerEmail(officer))
        .executeTakeFirstOrThrow();
      const sessionId = randomUUID();
      await openSession(deps, tx, userId, { info: 'desk', place: '' }, { id: sessionId });
      return { userId, sessionId };
    });
  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    /**
     * Officers decide at the desk about what screening found: what is listed still is rejected. Where a provider says
     * otherwise who sent a deposit, it goes on. Each decides one case, because their authenticators show one code at a
     * time. Returns what was decided, in words.
     */
    decideFound: async (isListed: (matched: string) => boolean): Promise<readonly string[]> => {
      const held = await listHeld(db);
      const told: string[] = [];
      const free = new Set(officers);
      const found = held
        .filter(({ state }) => state === 'match')
        .map(({ id, matched, subject }) => {
          const decision = isListed(matched) ? ('reject' as const) : ('release' as const);
          return { kind: heldKindOf({ matched }), id, decision, what: `held ${subject}` };
        });
      const contradicted = await db
        .selectFrom('travel_rule')
        .innerJoin('deposits', 'deposits.id', 'travel_rule.reference')
        .where('travel_rule.state', '=', 'contradicted')
        .select(['deposits.id', 'deposits.state'])
        .orderBy('deposits.id')
        .execute();
      const senders = contradicted.map(({ id, state }) => {
        const decision = state === 'pending' ? ('release' as const) : ('close' as const);
        return {
          kind: 'stuck' as const,
          id: `sender:${id}`,
          decision,
          what: 'contradicted deposit',
        };
      });
      for (const { kind, id, decision, what } of [...found, ...senders]) {
        const read = { decision, reason: 'Seen.', due: undefined, to: undefined } as const;
        let isSecond = false;
        for (const officer of free) {
          const by = await atDesk(officer);
          const otp = officerCode(officer, clock.now());
          const decided = await decide(deps, by, { kind, id }, { ...read, otp });
          if (isRefused(decided)) continue;
          free.delete(officer);
          if (decided.second) {
            isSecond = true;
            continue;
          }
          told.push(`an officer ${decision}s a ${what}`);
          if (isSecond) told.push(`a second officer ${decision}s a ${what}`);
          break;
        }
      }
      return told;
    },
    /** What parties have sent and the books do not know is booked, as the guide to restoring says. */
    settleAside: async (
      sentBy: (reference: string) => Omit<SentTransfer, 'reference' | 'reason'> | undefined,
    ): Promise<readonly string[]> => {
      const told: string[] = [];
      for (const { reference } of await openAside(db)) {
        const sent = sentBy(reference);
        const reason = 'Seen at the party.';
        const booked =
          sent && (await bookUnknownTransfer(deps, { ...sent, reference, reason }, by));
        if (booked !== 'done') await settleUnknownTransfer(deps, { reference, reason }, by);
        told.push(booked === 'done' ? 'a lost transfer is booked' : 'a lost transfer is settled');
      }
      return told;
    },
    trustCopy: () => trustCopy(deps, { whom: 'everyone', reason: 'Everybody was told.' }, by),
    found: (newcomer: Newcomer) => found(deps, newcomer),
    foundOfficers: async (): Promise<void> => {
      for (const officer of officers) await foundOfficer(deps, officer);
    },
    /** The database of a server that was open yesterday knows prices, so the world does not begin with a shut market. */
    believe: async (): Promise<void> => {
      const price: typeof unguarded.price = async (asset) => {
        const read = await unguarded.price(asset);
        return read && { ...read, vouched: true };
      };
      const vouched = guardedMarket({ ...unguarded, price }, { bands, ...tools });
      for (const asset of assetCodes) await vouched.price(asset);
    },
    /**
     * Begins what the server does by itself, as `server/main.ts` does before it takes calls. Returns how to stop, which
     * waits for work under way.
     */
    work: async (): Promise<() => Promise<void>> => {
      await lookAtCopy(deps);
      return startLoops(deps, conditions(deps.log));
    },
  };
}
