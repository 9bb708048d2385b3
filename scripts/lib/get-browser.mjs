import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { bin, temporary } from './paths.mjs';
import { run } from './run.mjs';

const attempts = [
  {
    what: 'Playwright’s Chromium',
    possible: () => true,
    commands: [[bin('playwright'), ['install', 'chromium']]],
  },
  {
    what: 'Debian’s chromium package',
    possible: () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0,
    commands: [
      ['apt-get', ['update', '-q']],
      ['apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']],
    ],
  },
];

/** Finds a browser or installs one. If neither works, throws an error that says what to do. */
export async function getBrowser() {
  const here = findBrowser();
  if (here) return here;
  const log = join(temporary, 'test', 'browser.log');
  for (const { what, possible, commands } of attempts) {
    if (!possible()) continue;
    process.stdout.write(`No browser found: installing ${what}…\n`);
    for (const [command, args] of commands) {
      if ((await run(command, args, { log, timeout: 300_000 })) !== 0) break;
    }
    const now = findBrowser();
    if (now) return now;
  }
  throw new Error(
    'No Chromium found and none could be installed. Install Chromium or Chrome and run again, ' +
      `or set CHROME_PATH to its program. The attempts are in ${log}.`,
  );
}
