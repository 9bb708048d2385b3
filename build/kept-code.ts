import type { Plugin } from 'vite';

const HELPER = 'vite/preload-helper';
const RELATION = /const scriptRel = .*?;(?=const )/s;
const KEPT =
  "const scriptRel = /Gecko\\//.test(navigator.userAgent) ? 'modulepreload' : 'preload';";

/**
 * The parts of later pages are preloaded as scripts: of a module that was preloaded as a module, Chromium
 * never uses the code that it kept compiled from the last time. Firefox makes no module of a script, and
 * would load each twice. The shell does the same for itself.
 */
export const keptCode = (): Plugin => ({
  name: 'kopa-kept-code',
  apply: 'build',
  transform: {
    filter: { id: new RegExp(HELPER) },
    handler(code) {
      if (!RELATION.test(code)) throw new Error(`${HELPER} says nowhere how it preloads`);
      return code.replace(RELATION, () => KEPT);
    },
  },
});
