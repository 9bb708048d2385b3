import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * How long a benchmark or a picture waits for a step in the browser, in milliseconds. On a busy machine it takes
 * long until a page and its service worker have loaded everything.
 */
export const PATIENCE_MS = 120_000;

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const places = [
  '/usr/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const caches = [
  process.env.PLAYWRIGHT_BROWSERS_PATH,
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
];

const downloads = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
];

/** The programs that Playwright may have downloaded, in the folders of its caches whose name matches. */
function* downloaded(name, programs) {
  for (const cache of caches) {
    if (!cache || !existsSync(cache)) continue;
    const builds = readdirSync(cache).filter((folder) => name.test(folder));
    for (const build of builds) for (const program of programs) yield join(cache, build, program);
  }
}

function* candidates() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) yield join(folder, name);
  }
  yield* places;
  yield* downloaded(/^chromium-\d+$/, downloads);
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

let found;

/**
 * The path of a Chromium that starts, or undefined. Throws if CHROME_PATH is set but does not
 * start.
 */
export function findBrowser() {
  if (found) return found;
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (!runs(asked)) throw new Error(`CHROME_PATH is ${asked}, which does not start.`);
    found = asked;
    return found;
  }
  for (const path of candidates()) {
    if (existsSync(path) && runs(path)) {
      found = path;
      return found;
    }
  }
  return undefined;
}

/**
 * A browser's version: the number in `Chromium 150.0.7871.100 built on …`; undefined if it does not start.
 */
function versionOf(path) {
  try {
    const options = { encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync(path, ['--version'], options).match(/\d[\d.]+/)?.[0];
  } catch {
    return undefined;
  }
}

const shellDownloads = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-linux-arm64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
];

function* shells() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    yield join(folder, 'chromium-headless-shell');
  }
  yield '/usr/lib/chromium/chromium-headless-shell';
  yield* downloaded(/^chromium_headless_shell-\d+$/, shellDownloads);
}

/**
 * The path of Chromium's headless shell in the version of the browser, or undefined. The shell has no windows; in the
 * full browser, opening one takes most of a second of CPU for each journey.
 */
export function findHeadlessShell() {
  const browser = findBrowser();
  if (!browser) return undefined;
  const version = versionOf(browser);
  if (!version) return undefined;
  for (const path of shells()) if (existsSync(path) && versionOf(path) === version) return path;
  return undefined;
}

/** Chromium's sandbox does not work for root; for everyone else it stays on. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
