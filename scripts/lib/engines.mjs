import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

function works(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = (...names) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((n) => join(folder, n)));

const first = (paths) => paths.find(works);

/**
 * The path of an installed Firefox, or undefined. Playwright's own build is not looked for: customers do not have it.
 */
export const findFirefox = () =>
  first([
    ...onPath('firefox-esr', 'firefox'),
    '/usr/lib/firefox-esr/firefox-esr',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);

const miniBrowsers = ['x86_64', 'aarch64'].flatMap((processor) =>
  ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map(
    (version) => `/usr/lib/${processor}-linux-gnu/${version}/MiniBrowser`,
  ),
);

/**
 * The programs that drive WebKit, or undefined if one is missing: on a Mac Safari's own driver; elsewhere WebKitGTK's
 * driver, its MiniBrowser, and Xvfb, a display in memory on which that browser runs.
 */
export function findWebKit() {
  if (process.platform === 'darwin') {
    const safari = first(['/usr/bin/safaridriver']);
    return safari && { driver: safari };
  }
  const driver = first(onPath('WebKitWebDriver'));
  const browser = first(miniBrowsers);
  const screen = first(onPath('Xvfb'));
  return driver && browser && screen && { driver, browser, screen };
}
