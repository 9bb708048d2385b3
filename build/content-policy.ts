import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { documentFiles } from './documents.ts';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g;

const hashes = (pages: readonly string[], pattern: RegExp): readonly string[] => {
  const sources = pages.flatMap((html) =>
    [...html.matchAll(pattern)].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    ),
  );
  return [...new Set(sources)];
};

/** CSP hash sources for the inline scripts and style sheets of the given pages. */
export const inlineHashes = (pages: readonly string[]) => ({
  scriptHashes: hashes(pages, INLINE_SCRIPT),
  styleHashes: hashes(pages, INLINE_STYLE),
});

/** Writes csp.json: the hashes of the pages' inline code, which the server's policy then allows. */
export const contentPolicy = (): Plugin => ({
  name: 'kopa-content-policy',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') return;
    const shell =
      typeof page.source === 'string' ? page.source : new TextDecoder().decode(page.source);
    const documents = (await documentFiles()).map(({ source }) => source);
    this.emitFile({
      type: 'asset',
      fileName: 'csp.json',
      source: JSON.stringify(inlineHashes([shell, ...documents])),
    });
  },
});
