import type { Plugin } from 'vite';

const HELPER = 'vite/preload-helper';
const RELATION = /const scriptRel = .*?;(?=const )/s;
const KEPT =
  "const scriptRel = /Gecko\\//.test(navigator.userAgent) ? 'modulepreload' : 'preload';";

/**
 * Preloads the chunks of later pages as scripts rather than as modules: for a module preloaded as a
 * module, Chromium never uses the compiled code that it has cached. Firefox cannot use a preloaded
 * script as a module and would load each twice, so it gets `modulepreload`. The shell does the same
 * for its own scripts.
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
