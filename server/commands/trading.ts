import { systemClock } from '#server/base/clock.ts';
import { type Config, readConfig } from '#server/config.ts';
import { operatorHere } from '#server/services/staff/admin/operator.ts';
import {
  closeTrading,
  confirmPrice,
  listClosed,
  openTrading,
  type Switched,
} from '#server/services/staff/admin/trading.ts';
import { nameOf, openForTool } from '#server/store/open.ts';
import type { Db } from '#server/store/schema/schema.ts';
import { answeringCommand, done, refused, type Said } from './operator-command.ts';

/**
 * `npm run trading`: closes and opens trading at once in all processes, and confirms doubted prices
 * (docs/operating/trading.md); exits with 1 on a refusal.
 */
const USAGE = `npm run trading -- list
npm run trading -- close WHAT REASON
npm run trading -- open WHAT REASON
npm run trading -- confirm CODE USD REASON     believes a price or exchange rate that left its band, as list shows it
WHAT is an asset or cash (BTC, AUD), a pair in both directions (BTC-USDC, AUD-BTC), payouts (of cash),
bank (its transfers and payouts), withdrawals (all of them) or everything.
The reason is recorded in the audit log.`;

const NO_REASON = 'Say why: the reason is kept in the audit log.';

interface Tools {
  readonly db: Db;
  readonly config: Config;
}

function saidOf(switched: Switched, what: string, wanted: 'closed' | 'open'): Said {
  switch (switched) {
    case 'done':
      return done(`${what} is ${wanted}, at once in all processes; recorded with the reason.`);
    case 'already':
      return refused(
        wanted === 'closed'
          ? `${what} is closed already.`
          : `${what} was not closed by this name: list shows what is.`,
      );
    case 'unknown':
      return refused(`There is nothing called ${what}.\n${USAGE}`);
    case 'no-reason':
      return refused(NO_REASON);
  }
}

async function confirm(
  { db, config }: Tools,
  asset: string,
  price: string,
  reason: string,
): Promise<Said> {
  const tools = { db, config, clock: systemClock() };
  const confirmed = await confirmPrice(tools, { asset, price, reason }, operatorHere());
  switch (confirmed) {
    case 'done':
      return done(`${asset} is traded at ${price} USD again; recorded with the reason.`);
    case 'unknown':
      return refused(`There is no asset or currency called ${asset}.`);
    case 'no-reason':
      return refused(NO_REASON);
    case 'no-doubt':
      return refused(`No price of ${asset} waits to be confirmed.`);
    case 'other-price':
      return refused(`Another price of ${asset} waits: list shows which. Nothing was changed.`);
    case 'raced':
      return refused(`The price of ${asset} changed meanwhile. Nothing was changed.`);
  }
}

async function list({ db }: Tools): Promise<Said> {
  const { halts, doubts } = await listClosed(db);
  const lines = [
    ...halts.map(
      ({ scope, reason, closed_by, closed_at }) =>
        `${scope} closed since ${closed_at.toISOString()} by ${closed_by}: ${reason}`,
    ),
    ...doubts.map(
      ({ asset, usd, since, before }) =>
        `${asset} closed since ${since.toISOString()} by a price of ${usd} USD${before === undefined ? ', the first of all' : `, before ${before} USD`}`,
    ),
  ];
  return done(lines.join('\n') || 'Nothing is closed.');
}

function commandOf([verb, what, ...rest]: readonly string[]):
  | ((tools: Tools) => Promise<Said>)
  | undefined {
  if (verb === 'list' && what === undefined) return list;
  if (what === undefined) return undefined;
  const asked = { what, reason: rest.join(' ') };
  switch (verb) {
    case 'close':
      return async ({ db }) =>
        saidOf(
          await closeTrading({ db, clock: systemClock() }, asked, operatorHere()),
          what,
          'closed',
        );
    case 'open':
      return async ({ db }) =>
        saidOf(
          await openTrading({ db, clock: systemClock() }, asked, operatorHere()),
          what,
          'open',
        );
    case 'confirm': {
      const [price, ...why] = rest;
      return price === undefined
        ? undefined
        : (tools) => confirm(tools, what, price, why.join(' '));
    }
    default:
      return undefined;
  }
}

async function run(args: readonly string[]): Promise<Said> {
  const read = readConfig(process.env);
  if (!read.ok) return refused(`The configuration is wrong:\n${read.problems.join('\n')}`);
  const command = commandOf(args);
  if (!command) return refused(USAGE);
  const store = await openForTool(read.config);
  try {
    const { ok, text } = await command({ db: store.db, config: read.config });
    return { ok, text: `${text}\nIn the ${nameOf(read.config)}.` };
  } finally {
    await store.close();
  }
}

await answeringCommand(() => run(process.argv.slice(2)));
