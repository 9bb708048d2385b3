import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** CSP hash sources of the inline scripts in a page. */
export const scriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

/** Writes csp.json: the hashes of the shell's inline scripts, which the server's policy allows. */
export const contentPolicy = (): Plugin => ({
  name: 'kopa-content-policy',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') return;
    const html =
      typeof page.source === 'string' ? page.source : new TextDecoder().decode(page.source);
    this.emitFile({
      type: 'asset',
      fileName: 'csp.json',
      source: JSON.stringify({ scriptHashes: scriptHashes(html) }),
    });
  },
});
