import { brand } from '#core/brand.ts';
import { formerPath, type LegalDocument } from '#core/legal-document.ts';
import { logoSvg } from '#core/logo-svg.ts';
import { operator } from '#core/operator.ts';
import { escapeHtml, type LegalBody, type Section } from './legal-body.ts';
import { backIcon, moreIcon } from './legal-icons.ts';

const name = escapeHtml(brand.name);

const day = (iso: string): string => iso.split('-').reverse().join('/');

const head = (doc: LegalDocument, styles: string): string => `<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme:light)" content="#f6f4ef">
<meta name="theme-color" media="(prefers-color-scheme:dark)" content="#100f0d">
<title>${escapeHtml(doc.label)} · ${name}</title>
<meta name="description" content="${escapeHtml(doc.description)}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<script src="/register.js" defer></script>
<style>${styles}</style>`;

const contents = (sections: readonly Section[]): string =>
  [
    ...sections.map(
      ({ id, number, title }) =>
        `<li><a href="#${id}"><span class="num">${number}</span><span>${title}</span></a></li>`,
    ),
    '<li><a href="#contact"><span class="num"></span><span>Contact information</span></a></li>',
  ].join('\n');

const mail = (address: string): string =>
  `<a href="mailto:${escapeHtml(address)}">${escapeHtml(address)}</a>`;

const contact = (): string => {
  const site = escapeHtml(brand.website);
  return `<section class="contact" aria-labelledby="contact">
<h2 id="contact">Contact information</h2>
<dl>
<div><dt>Company</dt><dd>${escapeHtml(operator.company)}, company code ${escapeHtml(operator.companyCode)}</dd></div>
<div><dt>Registered address</dt><dd>${escapeHtml(operator.registeredAddress)}</dd></div>
<div><dt>Customer support</dt><dd>${mail(operator.supportEmail)}</dd></div>
<div><dt>Complaints</dt><dd>${mail(operator.complaintsEmail)}</dd></div>
<div><dt>Privacy</dt><dd>${mail(operator.privacyEmail)}</dd></div>
<div><dt>Website</dt><dd><a href="${site}">${site}</a></dd></div>
</dl>
</section>`;
};

const otherDocuments = (doc: LegalDocument, all: readonly LegalDocument[]): string =>
  all
    .filter((other) => other.path !== doc.path)
    .map((other) => `<li><a href="${other.path}">${escapeHtml(other.label)}</a></li>`)
    .join('\n');

const time = (iso: string): string =>
  `<time datetime="${escapeHtml(iso)}">${day(escapeHtml(iso))}</time>`;

const list = (items: readonly string[]): string =>
  `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

/**
 * The box about a document's versions (KEEP-02): from when until when this version applies, what is new in it, and
 * links to the others. `versions` contains them all, this one included, the newest first. A document that has only
 * one version has no such box.
 */
function versionsOf(doc: LegalDocument, versions: readonly LegalDocument[]): string {
  const at = versions.findIndex(({ version }) => version === doc.version);
  const [newest] = versions;
  const older = versions[at + 1];
  const newer = versions[at - 1];
  if (at < 0 || !newest || versions.length < 2) return '';
  const link = (one: LegalDocument): string => {
    const path = one === newest ? one.path : formerPath(newest.path, one.version);
    return `<a href="${path}">version ${escapeHtml(one.version)}</a>`;
  };
  const until = newer ? ` until ${time(newer.counts)}, then ${link(newer)} does` : '';
  const before = older && !newer ? ` Before that day, ${link(older)} counts.` : '';
  const others = versions.slice(at + 1).map((one) => `${link(one)}, from ${time(one.counts)}`);
  return `<aside class="versions" aria-label="Versions">
<p>This version counts from ${time(doc.counts)}${until}.${before}</p>
${doc.changes.length > 0 ? `<h2>What is new in it</h2>\n${list(doc.changes.map(escapeHtml))}` : ''}
${others.length > 0 ? `<h2>Before it</h2>\n${list(others)}` : ''}
</aside>`;
}

/**
 * Renders the whole page. Its only script registers the service worker, so that the whole site opens
 * offline from then on; the page itself works without scripts. Its logo is not a link (SHELL-11). `styles`
 * is the content of its only style element, which the content policy allows by its hash. The page links no
 * manifest: the app is installed from its own pages, and readers need not download the manifest's images.
 */
export const renderPage = (
  doc: LegalDocument,
  body: LegalBody,
  all: readonly LegalDocument[],
  styles: string,
  versions: readonly LegalDocument[] = [],
): string => `<!doctype html>
<html lang="en">
<head>
${head(doc, styles)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="hdr"><div class="hdr__in">${logoSvg(name)}</div></header>
<main id="main" class="page" tabindex="-1">
<div class="pagehead"><a class="back" href="/" aria-label="Back to ${name}">${backIcon}</a><h1>${escapeHtml(doc.title)}</h1></div>
<div class="cols">
<nav class="toc" aria-label="On this page">
<p class="toc__title" aria-hidden="true">On this page</p>
<details><summary>On this page ${moreIcon}</summary>
<ol>
${contents(body.sections)}
</ol></details>
</nav>
<article class="doc">
<p class="meta">Last updated <time datetime="${escapeHtml(doc.updated)}">${day(escapeHtml(doc.updated))}</time> · Version ${escapeHtml(doc.version)}</p>
${versionsOf(doc, versions)}${body.html}
${contact()}
</article>
</div>
</main>
<footer class="foot"><nav aria-label="Other legal documents"><ul>
${otherDocuments(doc, all)}
</ul></nav></footer>
</body>
</html>
`;
