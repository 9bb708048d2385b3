import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { readConfig } from '#server/config.ts';
import { readSite } from '#server/static/built-site.ts';
import { answerOf, differenceOf, type Release, releaseOf } from '#server/static/release.ts';
import { operatorCommand } from './operator-command.ts';

/**
 * `npm run verify`: prints what this build serves, as JSON. `npm run verify -- https://… [FILE]`: requests
 * all of it from a running site and compares it with the build here or with FILE. Exits with 1 on a
 * difference (OPS-14). It needs the server's settings, because the headers depend on them.
 */
const AT_ONCE = 4;
const WITHIN_MS = 30_000;
/** The most differences that are printed one by one. */
const MOST_TOLD = 20;

const released = v.object({
  version: v.string(),
  build: v.string(),
  answers: v.array(
    v.object({
      path: v.string(),
      status: v.number(),
      sha256: v.string(),
      headers: v.record(v.string(), v.string()),
    }),
  ),
});

async function ownRelease(): Promise<Release> {
  const read = readConfig(process.env);
  if (!read.ok) throw new Error(`The configuration is wrong: ${read.problems.join('; ')}`);
  const { siteDir, transportKeys } = read.config;
  if (siteDir === undefined) throw new Error('SITE_DIR=none: there is no build to compare with.');
  const site = readSite(siteDir, transportKeys);
  if (!site.ok) throw new Error(site.problem);
  return releaseOf(read.config, siteDir, site.site);
}

/** The differences between a release and a running site, one line each. */
async function differences(site: string, { answers }: Release): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [...answers];
  const ask = (path: string): Promise<Response> =>
    fetch(new URL(path, site), {
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const answer = await answerOf(ask, one.path).catch(() => undefined);
      const difference = answer ? differenceOf(one, answer) : `${one.path}: no answer`;
      if (difference) found.push(difference);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const secure = new URL(site).protocol === 'https:';
  if (secure && !(await ask('/')).headers.has('strict-transport-security')) {
    found.push('/: header strict-transport-security is missing');
  }
  return found.sort();
}

async function verify([site, file]: readonly string[]): Promise<boolean> {
  const release = file
    ? v.parse(released, JSON.parse(readFileSync(file, 'utf8')))
    : await ownRelease();
  if (site === undefined) {
    process.stdout.write(`${JSON.stringify(release, undefined, 1)}\n`);
    return true;
  }
  const found = await differences(site, release);
  for (const line of found.slice(0, MOST_TOLD)) process.stdout.write(`${line}\n`);
  const what = `version ${release.version}, build ${release.build}`;
  process.stdout.write(
    found.length === 0
      ? `${site} serves ${what}: all ${release.answers.length} answers are as released.\n`
      : `${site} does not serve ${what}: ${found.length} of ${release.answers.length} answers differ.\n`,
  );
  return found.length === 0;
}

await operatorCommand(() => verify(process.argv.slice(2)));
