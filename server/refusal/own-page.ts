import { html, raw } from 'hono/html';
import { brand } from '#core/brand.ts';
import { logoSvg } from '#core/logo-svg.ts';
import { SLOGAN } from '#core/words/titles.ts';

type Html = ReturnType<typeof html>;

export const OWN_STYLE_PATH = '/not-me.css';

/**
 * A page that the server writes itself, for moments in which the app cannot be counted on: it has no script, and without
 * its styles it can be read, too.
 */
export const ownPage = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme:light)" content="#f6f4ef" />
    <meta name="theme-color" media="(prefers-color-scheme:dark)" content="#100f0d" />
    <meta name="robots" content="noindex" />
    <title>${title} · ${brand.name}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${OWN_STYLE_PATH}" />
  </head>
  <body>
    <div class="alone">
      <header class="top">
        ${raw(logoSvg(brand.name))}
        <p class="say" aria-hidden="true">${SLOGAN}</p>
      </header>
      <main class="in">
        <h1>${title}</h1>
        ${body}
      </main>
      <div class="dune" aria-hidden="true"></div>
    </div>
  </body>
</html>`;

/** An address in groups of four, which are styles only, so that what is copied is the address. */
export const addressHtml = (address: string): Html =>
  html`<span class="addr" translate="no">${(address.match(/.{1,4}/g) ?? []).map(
    (group) => html`<span>${group}</span><wbr />`,
  )}</span>`;

/** The colours and sizes are those of `src/ui/kit/tokens.css`; the page does not depend on the app's files. */
export const ownStyle = `:root {
  color-scheme: light dark;
  --bg: #f6f4ef; --surface: #fffefb; --line: #e6e1d7;
  --text: #1c1915; --muted: #524c43; --subtle: #675f54;
  --action: #211d18; --on-action: #fffefb; --accent: #c2700c; --link: #864804;
  --focus: #a85a08; --positive: #17693c; --shade: #211d18; --dune: url(/dune-light.svg);
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #100f0d; --surface: #1e1c18; --line: #2f2b26;
    --text: #f5f1ea; --muted: #c4bdb1; --subtle: #a39b8e;
    --action: #f1ebe1; --on-action: #1c1915; --accent: #e99d3c; --link: #f2b665;
    --focus: #f2b665; --positive: #6bcb95; --shade: #4a3413; --dune: url(/dune-dark.svg);
  }
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; -webkit-text-size-adjust: 100%; }
h1, h2, p, ul { margin: 0; padding: 0; }
h1 { font-size: clamp(1.5rem, 1.4rem + 0.42vw, 1.75rem); line-height: 1.25; letter-spacing: -0.02em; font-weight: 600; }
h2 { font-size: 1.0625rem; line-height: 1.3; letter-spacing: -0.011em; font-weight: 600; }
a { color: var(--link); text-underline-offset: 3px; }
.logo { display: block; width: auto; height: clamp(32px, 2rem, 44px); }
.logo-a { fill: #f3d9ae; }
.logo-b { fill: var(--accent); }
.logo-c { fill: var(--shade); }
.logo-w { fill: none; stroke: var(--text); stroke-width: 2.5; }
.alone { display: grid; grid-template-rows: auto auto minmax(11rem, 1fr); min-height: 100vh; min-height: 100dvh; }
.top, .in { width: 100%; max-width: 37rem; margin: 0 auto; padding: 1rem max(1rem, env(safe-area-inset-right)) 0 max(1rem, env(safe-area-inset-left)); }
.in { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start; padding-bottom: 1.5rem; }
.say { display: none; }
.dune { position: relative; overflow: hidden; }
/* Its foot is the page's; where there is little room, the peak stays and the foot is cut off. */
.dune::before { content: ""; position: absolute; inset: auto 0 0; height: min(100%, 78.6vw); background: var(--dune) center top / 100% auto no-repeat; }
.muted { color: var(--muted); }
.cap { font-size: 0.875rem; color: var(--subtle); }
.sheet { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 16px; background: var(--surface); }
.ticks { display: grid; gap: 0.625rem; list-style: none; }
.ticks li { position: relative; padding-left: 1.375rem; }
.ticks li::before { content: ""; position: absolute; left: 2px; top: 0.6em; width: 6px; height: 6px; border-radius: 50%; background: var(--accent); }
.sheet ul:not(.ticks) { display: grid; gap: 0.375rem; list-style: none; margin-top: 0.375rem; color: var(--muted); }
.addr { font: 0.9375rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.addr span { white-space: nowrap; }
.addr span:not(:last-of-type) { margin-right: 0.5em; }
form { display: grid; gap: 0.75rem; }
button, .button {
  display: block;
  width: 100%;
  min-height: 48px;
  padding: 0.75rem 1rem;
  border: 0;
  border-radius: 12px;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  color: var(--on-action);
  background: var(--action);
}
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (min-width: 64em) {
  .alone { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-template-rows: auto minmax(18rem, 1fr); }
  .top { max-width: none; margin: 0; padding: 2rem 3rem 0; }
  .say { display: block; max-width: 11ch; margin-top: 9vh; font-size: clamp(1.625rem, 1.1rem + 2.4vw, 3.25rem); font-weight: 500; line-height: 1.08; letter-spacing: -0.035em; }
  .in { grid-column: 2; grid-row: 1 / 3; align-content: center; max-width: none; padding: 2rem max(2rem, calc((50vw - 33rem) / 2)); background: var(--surface); }
  .in .sheet { background: none; }
  .dune::before { height: min(100%, 39.3vw); }
}
@media (forced-colors: active) {
  button, .button { border: 2px solid; }
}
`;

/** What a person sees of a failure of ours, in place of a browser's bare line. */
export const unavailablePage = (reference: string): Html =>
  ownPage(
    'Service unavailable',
    html`<p>This page could not be made. Please try again in a moment; your money is not affected.</p>
      <p><a class="button" href="/">Open ${brand.name}</a></p>
      <p class="cap">What works right now is on the <a href="/status">status page</a>. To support, name this:
        ${reference}</p>`,
  );
