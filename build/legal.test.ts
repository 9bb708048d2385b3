import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brand } from '#core/brand.ts';
import { fillPlaceholders, parseDocument } from '#core/legal-document.ts';
import { operator } from '#core/operator.ts';
import { accessibilityPath, legalPaths } from '#core/routes.ts';
import { concernOf } from '#sw/classify.ts';
import { type LegalFolder, legalFolder } from '#tests/support/legal-versions.ts';
import { inlineHashes } from './content-policy.ts';
import { dataCategories, legalConstants } from './legal.fixture.ts';
import { legalFiles, renderLegalPages, statementFile } from './legal.ts';
import { renderBody } from './legal-body.ts';

let outDir = '';
const pages = new Map<string, string>();

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'kopa-legal-'));
  await renderLegalPages(outDir);
  for (const path of legalPaths) {
    pages.set(path, await readFile(join(outDir, path, 'index.html'), 'utf8'));
  }
});

afterAll(() => rm(outDir, { recursive: true, force: true }));

const htmlOf = (path: string): string => {
  const html = pages.get(path);
  if (html === undefined) throw new Error(`no page ${path}`);
  return html;
};

/** The page's visible text, in one line. */
const textOf = (path: string): string =>
  (/<main[\s\S]*<\/main>/.exec(htmlOf(path))?.[0] ?? '')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

const all = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map((match) => match[1] ?? '');

/** The section numbers, in the order of the page. */
const numbersOf = (html: string): readonly string[] =>
  all(html, /<h2 id="section-\d+"><span class="num">(\d+)<\/span>/g);

test('LEGAL-01 there are six pages, one per legal route', () => {
  expect([...pages.keys()]).toEqual([
    '/privacy-policy',
    '/cookie-policy',
    '/aml-cft-policy',
    '/terms-and-conditions',
    '/au/terms-and-conditions',
    '/msa-statement',
  ]);
});

describe.each(legalPaths)('%s', (path) => {
  test('LEGAL-01 the page shows when it was last updated', () => {
    expect(textOf(path)).toContain('Last updated 22/08/2025');
  });

  test('LEGAL-04 HARD-39 the page’s only script is the deferred one that registers the worker', () => {
    expect(all(htmlOf(path), /(<script[^>]*>[\s\S]*?<\/script>)/g)).toEqual([
      '<script src="/register.js" defer></script>',
    ]);
  });

  test('LEGAL-04 the page has no inline script or style, image, style sheet link or manifest', () => {
    expect(htmlOf(path)).not.toMatch(
      /<script(?! src="\/register\.js" defer>)|\sstyle=|\son[a-z]+=|javascript:|rel="(stylesheet|manifest)"|<img/i,
    );
  });

  test('LEGAL-01 the page contains no unfilled placeholder', () => {
    expect(htmlOf(path)).not.toMatch(/\{\{|\}\}|undefined|TODO|lorem/i);
  });

  test('SHELL-11 the page’s logo is not a link', () => {
    const header = /<header[\s\S]*?<\/header>/.exec(htmlOf(path))?.[0];
    expect(header).toContain(`aria-label="${brand.name}"`);
    expect(header).not.toContain('<a ');
  });

  test('LEGAL-01 the page’s links lead to existing sections and legal pages', () => {
    const html = htmlOf(path);
    const ids = new Set(all(html, /\sid="([^"]+)"/g));
    for (const anchor of all(html, /href="#([^"]*)"/g)) expect(ids).toContain(anchor);
    for (const link of all(html, /<a href="(\/[^"]*)"/g)) expect(legalPaths).toContain(link);
    for (const id of ids) expect(html.split(` id="${id}"`)).toHaveLength(2);
  });

  test('LEGAL-01 the footer links to the other five documents', () => {
    const footer = /<footer[\s\S]*<\/footer>/.exec(htmlOf(path))?.[0] ?? '';
    expect(all(footer, /href="([^"]+)"/g)).toEqual(legalPaths.filter((other) => other !== path));
  });

  test('BEY-24 the page has one title, a language, landmarks and a link to skip the header', () => {
    const html = htmlOf(path);
    expect(html).toContain('<html lang="en">');
    expect(all(html, /<h1>(.+?)<\/h1>/g)).toHaveLength(1);
    for (const landmark of ['<header', '<main id="main"', '<footer', '<nav class="toc"']) {
      expect(html).toContain(landmark);
    }
    expect(html).toContain('<a class="skip" href="#main">');
    expect(html).toMatch(/<meta name="description" content="[^"]{40,200}">/);
  });

  test('LEGAL-01 the page is smaller than 14 KB, which a server can send in its first round trip', () => {
    expect(brotliCompressSync(Buffer.from(htmlOf(path))).length).toBeLessThan(14_000);
  });
});

test('LEGAL-01 the six pages contain the same style sheet, for which the policy has one hash', () => {
  const html = [...pages.values()];
  expect(all(html.join(''), /<style>([\s\S]*?)<\/style>/g)).toHaveLength(6);
  expect(inlineHashes(html)).toEqual({
    scriptHashes: [],
    styleHashes: [expect.stringMatching(/^'sha256-/)],
  });
});

test('HARD-39 the legal pages’ script registers the worker under the policy’s name, and does nothing else', async () => {
  const script = await readFile(join(import.meta.dirname, '../public/register.js'), 'utf8');
  expect(Buffer.byteLength(script)).toBeLessThan(500);
  expect(script).not.toMatch(/storage|cookie|indexedDB|caches|fetch|import|eval/i);
  const registered: unknown[] = [];
  const names: string[] = [];
  const register = async (address: unknown): Promise<void> => void registered.push(address);
  const createPolicy = (
    name: string,
    { createScriptURL }: { createScriptURL(of: string): string },
  ) => {
    names.push(name);
    return { createScriptURL: (of: string) => ({ trusted: createScriptURL(of) }) };
  };
  const run = new Function('navigator', 'window', script);
  run({ serviceWorker: { register } }, { trustedTypes: { createPolicy } });
  run({ serviceWorker: { register } }, {});
  run({}, {});
  expect(registered).toEqual([{ trusted: '/sw.js' }, '/sw.js']);
  expect(names).toEqual(['kopa-worker']);
});

test('SHELL-11 the logo is the same as the app’s', async () => {
  const app = await readFile(join(import.meta.dirname, '../src/ui/marks/logo.tsx'), 'utf8');
  const strokes = all(app, /\sd="([^"]+)"/g);
  expect(strokes).toHaveLength(4);
  for (const stroke of strokes) expect(htmlOf('/msa-statement')).toContain(`d="${stroke}"`);
});

describe.each(['/terms-and-conditions', '/au/terms-and-conditions'] as const)('%s', (path) => {
  test('LEGAL-02 the terms have a title, sections 1 to 17 and contact information', () => {
    expect(htmlOf(path)).toMatch(/<h1>Terms and Conditions( \(Australia\))?<\/h1>/);
    expect(numbersOf(htmlOf(path))).toEqual(Array.from({ length: 17 }, (_, i) => `${i + 1}`));
    expect(htmlOf(path)).toContain('<h2 id="contact">Contact information</h2>');
    expect(textOf(path)).toContain(operator.company);
    expect(textOf(path)).toContain(operator.supportEmail);
  });

  test.each(legalConstants[path])('LEGAL-02 %s: %s', (_, text) => {
    expect(textOf(path)).toContain(text);
  });
});

test.each(legalConstants['/aml-cft-policy'])('LEGAL-03 AML policy, %s: %s', (_, text) => {
  expect(textOf('/aml-cft-policy')).toContain(text);
});

test('LEGAL-03 the AML policy has the title that the specification requires', () => {
  expect(htmlOf('/aml-cft-policy')).toContain(
    '<h1>Policy on Prevention of Money Laundering and Terrorist Financing</h1>',
  );
});

test('LEGAL-03 the privacy policy lists its 14 data categories and gives a contact address', () => {
  const html = htmlOf('/privacy-policy');
  const listed = all(html, /<th scope="row">([^<]+) information<\/th>/g);
  expect(listed.slice(0, dataCategories.length)).toEqual(dataCategories);
  expect(textOf('/privacy-policy')).toContain('these 14 categories');
  expect(html).toContain(`href="mailto:${operator.privacyEmail}"`);
});

test('LEGAL-03 the privacy policy names the rights in the EU and in Australia', () => {
  const text = textOf('/privacy-policy');
  expect(text).toContain('Your rights under the GDPR');
  expect(text).toContain('Your rights under the Australian Privacy Act');
});

test('LEGAL-03 the modern slavery statement has its sections and in-house policies', () => {
  const html = htmlOf('/msa-statement');
  const sections = all(html, /<h2 id="section-\d+"><span class="num">\d+<\/span> ([^<]+)<\/h2>/g);
  expect(sections).toEqual(
    expect.arrayContaining([
      'Our business',
      'Our values',
      'How we assess the risk',
      'Due diligence and training',
      'Supply chain risk',
      'Our in-house policies',
    ]),
  );
  expect(all(html, /<h3>([^<]+)<\/h3>/g)).toEqual([
    'Whistleblowing',
    'Training',
    'Partners and third parties',
    'Risk assessment',
    'Code of conduct',
  ]);
});

test('KEEP-17 the accessibility statement is a page like theirs: what conforms, what does not, how that was found out, and whom to tell', async () => {
  const { fileName, source } = await statementFile();
  expect(fileName).toBe(`${accessibilityPath.slice(1)}/index.html`);
  expect(all(source, /<h2 id="section-\d+"><span class="num">\d+<\/span> ([^<]+)<\/h2>/g)).toEqual([
    'What this statement covers',
    'What conforms',
    'What does not conform',
    'What was not tested',
    'How we assessed it',
    'Whom to tell',
    'Changes',
  ]);
  expect(source).toContain('EN 301 549');
  expect(source).toMatch(/Last updated <time datetime="\d{4}-\d\d-\d\d">/);
  expect(source).toContain(`Write to <a href="mailto:${operator.supportEmail}">`);
  const footer = /<footer[\s\S]*<\/footer>/.exec(source)?.[0] ?? '';
  expect(all(footer, /href="([^"]+)"/g)).toEqual(legalPaths);
  const style = /<style>([\s\S]*?)<\/style>/;
  expect(style.exec(source)?.[1]).toBe(style.exec(htmlOf('/msa-statement'))?.[1]);
  expect(all(source, /(<script[^>]*>[\s\S]*?<\/script>)/g)).toEqual([
    '<script src="/register.js" defer></script>',
  ]);
  expect(source).not.toMatch(/\{\{|\}\}|undefined|TODO|lorem/i);
  expect(brotliCompressSync(Buffer.from(source)).length).toBeLessThan(14_000);
});

describe('a mistake in a document stops the build', () => {
  test('LEGAL-01 an unknown or broken placeholder throws', () => {
    expect(() => fillPlaceholders('by {{brand.owner}}', 'x')).toThrow('{{brand.owner}}');
    expect(() => fillPlaceholders('by {{brand.licence}}', 'x')).toThrow('unknown placeholder');
    expect(() => fillPlaceholders('by {{brand.name}', 'x')).toThrow('broken placeholder');
    expect(fillPlaceholders('by {{brand.licence.au}}', 'x')).toBe(`by ${operator.licence.au}`);
  });

  test('LEGAL-01 a missing head or field throws', () => {
    expect(() => parseDocument('/x', 'text')).toThrow('no head');
    expect(() => parseDocument('/x', '---\ntitle: X\n---\ntext')).toThrow('no label');
  });

  test('LEGAL-01 markup, or a link to a section that does not exist, throws', () => {
    expect(() => renderBody('a <script>alert(1)</script>')).toThrow('markup');
    expect(() => renderBody('## One\n\n[two](#section-2)')).toThrow('#section-2');
  });
});

describe('versions', () => {
  let legal: LegalFolder;
  beforeAll(async () => {
    legal = await legalFolder();
    const changes = ['A <fee> is gone.'];
    await legal.replace('terms-and-conditions', { version: '1.1', counts: '2027-02-01', changes });
    await legal.replace('terms-and-conditions', { version: '2.0', counts: '2028-03-04', changes });
  });
  afterAll(() => legal.remove());

  const files = async () => {
    const all = await legalFiles(legal.folder);
    const of = (path: string): string =>
      all.find(({ fileName }) => fileName === `${path}/index.html`)?.source ?? '';
    return { all, of };
  };

  test('KEEP-02 former versions stay readable at an address of their own, each leading to those around it', async () => {
    const { all, of } = await files();
    expect(all).toHaveLength(legalPaths.length + 2);
    const newest = of('terms-and-conditions');
    expect(newest).toContain('This version counts from <time datetime="2028-03-04">04/03/2028');
    expect(newest).toContain('<li>A &lt;fee&gt; is gone.</li>');
    expect(newest).toContain('<a href="/terms-and-conditions/1.1">version 1.1</a>');
    expect(newest).toContain('<a href="/terms-and-conditions/1.0">version 1.0</a>');
    expect(newest).toContain('This is version 2.0.');
    const between = of('terms-and-conditions/1.1');
    expect(between).toContain(
      'until <time datetime="2028-03-04">04/03/2028</time>, then <a href="/terms-and-conditions">version 2.0</a>',
    );
    expect(between).toContain('This is version 1.1.');
    expect(of('terms-and-conditions/1.0')).not.toContain('This is version');
    // A document with one version says nothing of versions.
    expect(of('au/terms-and-conditions')).not.toContain('This version counts');
  });

  test('KEEP-02 a former version is found offline: the build lists its page and the worker knows its address', async () => {
    const { all } = await files();
    for (const { fileName } of all) {
      expect(matchesGlob(fileName, '**/index.html')).toBe(true);
      const path = `/${fileName.replace(/\/index\.html$/, '')}`;
      const asked = { method: 'GET', mode: 'navigate', url: `https://kopa.test${path}` };
      const headers = new Headers();
      expect(concernOf({ ...asked, headers }, 'https://kopa.test', () => false)).toEqual({
        kind: 'page',
        page: path,
      });
    }
  });

  test('KEEP-02 a file of no document, or whose name is another version’s, stops the build', async () => {
    const other = await legalFolder();
    const former = (name: string) => join(other.folder, 'former', name);
    const text = await readFile(join(other.folder, 'terms-and-conditions.md'), 'utf8');
    await writeFile(former('notes.md'), text);
    await expect(legalFiles(other.folder)).rejects.toThrow('of which document');
    await rm(former('notes.md'));
    await writeFile(former('terms-and-conditions-0.9.md'), text);
    await expect(legalFiles(other.folder)).rejects.toThrow('another version');
    await other.remove();
  });
});
