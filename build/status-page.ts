import { brand } from '#core/brand.ts';
import { logoSvg } from '#core/logo-svg.ts';
import { operator } from '#core/operator.ts';
import { escapeHtml } from './legal-body.ts';
import { backIcon } from './legal-icons.ts';

const name = escapeHtml(brand.name);
const support = escapeHtml(operator.supportEmail);

/** The keys of `works` in the answer of `/readyz`, in the order of the page. */
const parts = [
  ['signIn', 'Signing in and balances'],
  ['prices', 'Prices'],
  ['trading', 'Swapping, buying and selling'],
  ['withdrawals', 'Withdrawals'],
] as const;

/**
 * The page that says whether the service works (OPS-10). It is a static file, so that any web server can serve it and
 * devices can precache it: it must open while the service is down. `/status.js` asks the service and fills in the
 * answer.
 */
export const statusPage = (styles: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme:light)" content="#f6f4ef">
<meta name="theme-color" media="(prefers-color-scheme:dark)" content="#100f0d">
<title>Service status · ${name}</title>
<meta name="description" content="Whether ${name} works right now, and what is safe if it does not.">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script src="/status.js" defer></script>
<style>${styles}</style>
</head>
<body data-name="${name}">
<a class="skip" href="#main">Skip to content</a>
<header class="hdr"><div class="hdr__in">${logoSvg(name)}</div></header>
<main id="main" class="page" tabindex="-1">
<div class="pagehead"><a class="back" href="/" aria-label="Back to ${name}">${backIcon}</a><h1>Service status</h1></div>
<div class="state">
<p role="status" id="says">Asking the service…</p>
<noscript><p>This page needs JavaScript to ask the service. If the app does not answer you either, the service is probably away.</p></noscript>
<ul>
${parts.map(([id, text]) => `<li><b>${text}</b> <span data-part="${id}">Asking…</span></li>`).join('\n')}
</ul>
<p class="note" id="when">&nbsp;</p>
<h2>What is safe meanwhile</h2>
<p>Your money is in our books, which do not depend on what answers here. What was under way goes on by itself: nothing is lost, and nothing is sent or charged twice.</p>
<p>On a device where you are signed in, the app opens without us and shows what it kept, with its time.</p>
<p>Somebody else may be using your account, and you cannot reach us in the app? Write to <a href="mailto:${support}">${support}</a>. Never send a password or a code.</p>
</div>
</main>
</body>
</html>
`;
