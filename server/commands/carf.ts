import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/config.ts';
import { operatorHere } from '#server/services/staff/admin/operator.ts';
import { makeMessage, type Wanted } from '#server/services/tax/carf/carf-message.ts';
import { madeLines } from '#server/services/tax/carf/made-lines.ts';
import { isReportingCountry } from '#server/services/tax/carf/providers.ts';
import { nameOf, openForTool } from '#server/store/open.ts';
import { answeringCommand, done, refused, type Said } from './operator-command.ts';

/**
 * `npm run carf`: writes the yearly file of customers' transactions for a tax office (KEEP-14,
 * docs/operating/carf.md); exits with 1 where it refuses.
 */
const USAGE = `npm run carf -- new YEAR LT FILE            customers who were not reported yet
npm run carf -- corrections YEAR LT FILE    those of whom something else is true now
AU in place of LT is for the customers of the Australian company.`;

interface CarfArguments {
  readonly wanted: Omit<Wanted, 'actor'>;
  readonly file: string;
}

function askedIn([verb, year = '', country = '', file, ...rest]: readonly string[]):
  | CarfArguments
  | undefined {
  const kind = verb === 'new' ? 'new' : verb === 'corrections' ? 'correction' : undefined;
  const isYear = /^20\d\d$/.test(year);
  if (!kind || !isYear || !isReportingCountry(country) || !file || rest.length > 0)
    return undefined;
  return { wanted: { kind, country, year: Number(year) }, file };
}

async function run(args: readonly string[]): Promise<Said> {
  const asked = askedIn(args);
  if (!asked) return refused(USAGE);
  const clock = systemClock();
  const { wanted, file } = asked;
  if (clock.now() < Date.UTC(wanted.year + 1, 0)) {
    return refused(`The year ${wanted.year} is not over.`);
  }
  // An existing file may have been sent already, so it is not overwritten.
  if (existsSync(file)) return refused(`There is a file ${file} already.`);
  const read = readConfig(process.env);
  if (!read.ok) return refused(`The configuration is wrong:\n${read.problems.join('\n')}`);
  const { config } = read;
  const store = await openForTool(config);
  const part = `${file}.part`;
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      const made = await store.unhurried((db) =>
        makeMessage({ db, clock, config }, { ...wanted, ...operatorHere() }, async (text) => {
          await handle.write(text);
        }),
      );
      if (!made) return refused(`There is nothing new to say of ${wanted.year}.`);
      await handle.sync();
      await handle.close();
      await rename(part, file);
      return done(
        [...madeLines(made), `Written to ${file}, from the ${nameOf(config)}.`].join('\n'),
      );
    } finally {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    }
  } finally {
    await store.close();
  }
}

await answeringCommand(() => run(process.argv.slice(2)));
