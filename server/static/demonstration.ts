import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The strip above every page of a public demonstration (HARD-12). */
const STRIP = '<p class="demonstration" role="note">Demonstration. No money here is real.</p>';

/** In the page's colours, or in the system's if a page has none. */
const STYLE = `:root{--above:2.125rem}
.demonstration{box-sizing:border-box;margin:0;min-height:var(--above);padding:.4375rem 1rem;font:500 .8125rem/1.25rem system-ui,sans-serif;text-align:center;color:var(--text-muted,CanvasText);background:var(--surface-3,Canvas)}
@media (max-width:767px){.demonstration~main .back{position:absolute;margin-top:var(--above)}}
@media print{.demonstration{border-bottom:1px solid}}`;

const digestOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** The strip's style sheet as a source for the content security policy. */
export const stripSource = `'${digestOf(STYLE)}'`;

/** Adds the strip to a page: in the HTML, so that nothing moves when the app starts. */
export const withStrip = (html: string): string =>
  html
    .replace('</head>', () => `<style>${STYLE}</style></head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${STRIP}`);

const pageWithStrip = (page: Buffer): Buffer => Buffer.from(withStrip(page.toString('utf8')));

/**
 * The service worker accepts only files with the digests it was built with, so those of the changed pages are
 * replaced.
 */
async function workerFor(site: string, worker: Buffer): Promise<Buffer> {
  let script = worker.toString('utf8');
  for (const file of globSync('**/*.html', { cwd: site })) {
    const page = await readFile(join(site, file));
    script = script.replaceAll(digestOf(page), () => digestOf(pageWithStrip(page)));
  }
  return Buffer.from(script);
}

/** A file of the built site, as a public demonstration serves it. */
export async function asDemonstrated(site: string, file: string, raw: Buffer): Promise<Buffer> {
  const name = relative(site, file);
  if (name.endsWith('.html')) return pageWithStrip(raw);
  return name === 'sw.js' ? workerFor(site, raw) : raw;
}
