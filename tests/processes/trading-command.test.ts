import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cashes } from '#core/money/cash.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { agedSpreadBps, rateBands, rateCodes } from '#server/adapters/forex/rate-band.ts';
import { exposureCaps, priceBands } from '#server/adapters/market/price-band.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { openForTool } from '#server/store/open.ts';
import { tradingCommand } from '#tests/support/admin-command.ts';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';
import { root } from '#tests/support/server-process.ts';

const page = readFileSync(join(root, 'docs', 'operating', 'trading.md'), 'utf8');

/** The arguments of every command on the page, in its order. */
const commands = [...page.matchAll(/^npm run trading -- (.+)$/gm)].map(([, text = '']) =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
);

test('OPS-15 every command of docs/operating/trading.md does what the page says', {
  // A process for each, and each opens the embedded database.
  timeout: 400_000,
}, async () => {
  expect(commands.length).toBeGreaterThan(8);
  const data = mkdtempSync(join(tmpdir(), 'kopa-trading-'));
  await makeEmbeddedDatabase(data);
  const inDatabase = async <T>(
    work: (store: Awaited<ReturnType<typeof openForTool>>) => Promise<T>,
  ) => {
    const store = await openForTool({ databaseUrl: '', dataDir: data });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  // A price and a rate that wait, as the page's own commands confirm them.
  await inDatabase(({ db }) =>
    sql`insert into prices (asset, usd, accepted, suspect_usd, suspect_at, fast, version)
      values ('BTC', 6000000000000, '[[1,"6000000000000"]]', 4200000000000, now(), false, 1),
        ('AUD', 65000000, '[[1,"65000000"]]', 50000000, now(), false, 1)`.execute(db),
  );
  const env = { DATA_DIR: data, SEED: 'none' };
  for (const args of commands) {
    const ended = await tradingCommand(args, env);
    expect(ended, `${args.join(' ')}: ${ended.output}`).toMatchObject({ code: 0 });
    if (args[0] === 'list') {
      expect(ended.output).toContain('BTC closed since');
      expect(ended.output).toContain('AUD closed since');
    }
  }
  expect(await tradingCommand(['list'], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Nothing is closed.'),
  });
  for (const wrong of [
    [],
    ['close', 'DOGE', 'why'],
    ['close', 'BTC'],
    ['confirm', 'BTC', '1', 'why'],
  ]) {
    expect(await tradingCommand(wrong, env)).toMatchObject({ code: 1 });
  }
  const audited = await inDatabase(({ db }) => verifyAudit(db));
  expect(audited).toMatchObject({ entries: commands.length - 1, wrong: [] });
  rmSync(data, { recursive: true, force: true });
});

test('HARD-49 docs/operating/trading.md states the bands of exchange rates, and what old ones cost', () => {
  for (const code of rateCodes) {
    const { minuteBps, mostBps, fastBps } = rateBands[code];
    const [minute, most, fast] = [minuteBps, mostBps, fastBps].map((bps) => `${bps / 100} %`);
    expect(page).toContain(`| ${code} | ${minute} | ${most} | ${fast} | |`);
  }
  for (const { code } of cashes) {
    const [, minutes] = new RegExp(`\\| ${code} \\| (\\d+) minutes \\|`).exec(page) ?? [];
    expect(agedSpreadBps(code, Number(minutes) * 60_000)).toBeLessThanOrEqual(25);
    expect(agedSpreadBps(code, (Number(minutes) + 2) * 60_000)).toBeGreaterThan(25);
    const told = [1, 24, 48].map((hours) => {
      const bps = agedSpreadBps(code, hours * 3_600_000);
      return `${(bps / 100).toFixed(2)} %`;
    });
    expect(page).toContain(`| ${code} | ${minutes} minutes | ${told.join(' | ')} |`);
  }
});

test('OPS-15 docs/operating/trading.md states the bands and caps that the server applies', () => {
  for (const asset of assetCodes) {
    const { minuteBps, mostBps, fastBps } = priceBands[asset];
    const [minute, most, fast] = [minuteBps, mostBps, fastBps].map((bps) => `${bps / 100} %`);
    expect(page).toContain(`| ${asset} | ${minute} | ${most} | ${fast} | ${exposureCaps[asset]} |`);
  }
});
