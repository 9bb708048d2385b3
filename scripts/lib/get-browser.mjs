import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, findHeadlessShell } from './browser.mjs';
import { findFirefox, findWebKit } from './engines.mjs';
import { bin, temporary } from './paths.mjs';
import { run } from './run.mjs';

const mayInstall = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

const debian = (...packages) => [
  ['apt-get', ['update', '-q']],
  ['apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages]],
];

const attempts = [
  {
    what: 'Playwright’s Chromium',
    possible: () => true,
    commands: [[bin('playwright'), ['install', 'chromium']]],
  },
  {
    what: 'Debian’s chromium package',
    possible: mayInstall,
    commands: debian('chromium'),
  },
];

/** Runs the commands in order and stops after one that fails. */
async function runAll(commands, log) {
  for (const [command, args] of commands) {
    if ((await run(command, args, { log, timeout: 300_000 })) !== 0) break;
  }
}

/** Finds a browser or installs one. If neither works, throws an error that says what to do. */
export async function getBrowser() {
  const here = findBrowser();
  if (here) return here;
  const log = join(temporary, 'test', 'browser.log');
  for (const { what, possible, commands } of attempts) {
    if (!possible()) continue;
    process.stdout.write(`No browser found: installing ${what}…\n`);
    await runAll(commands, log);
    const now = findBrowser();
    if (now) return now;
  }
  throw new Error(
    'No Chromium found and none could be installed. Install Chromium or Chrome and run again, ' +
      `or set CHROME_PATH to its program. The attempts are in ${log}.`,
  );
}

/** The version of Debian's installed chromium package; undefined where there is none. */
const debianVersion = () =>
  spawnSync('dpkg-query', ['-s', 'chromium'], { encoding: 'utf8' }).stdout?.match(
    /^Version: (\S+)/m,
  )?.[1];

/**
 * Finds the headless shell of the browser's version, or installs the one of Debian's Chromium. Without it the journeys
 * take longer, because each opens a browser window.
 */
export async function getHeadlessShell() {
  if (findHeadlessShell()) return;
  const version = mayInstall() ? debianVersion() : undefined;
  if (version) {
    const shell = `chromium-headless-shell=${version}`;
    process.stdout.write(`No headless shell of Chromium found: installing Debian’s ${shell}…\n`);
    await runAll(debian(shell), join(temporary, 'test', 'headless-shell.log'));
    if (findHeadlessShell()) return;
  }
  process.stdout.write('No headless shell of this Chromium found: its journeys take longer.\n');
}

const engines = [
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
];

/**
 * Finds or installs Firefox and WebKit. If one of them is missing and cannot be installed, its journeys are skipped,
 * and a line says so; with `CI` set those journeys fail.
 */
export async function getEngines() {
  for (const { name, find, packages } of engines) {
    if (!find() && mayInstall()) {
      process.stdout.write(`No ${name} found: installing Debian’s ${packages.join(' and ')}…\n`);
      await runAll(debian(...packages), join(temporary, 'test', `${name.toLowerCase()}.log`));
    }
    if (!find()) {
      process.stdout.write(
        `No ${name} found: its journeys are skipped. Debian has it as ${packages.join(' and ')}.\n`,
      );
    }
  }
}
