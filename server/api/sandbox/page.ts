import type { Hono } from 'hono';
import { html } from 'hono/html';
import { brand } from '#core/brand.ts';
import type { InboxMail } from '#server/adapters/mail/inbox.ts';
import type { Deps } from '#server/deps.ts';
import { mountEvents } from './events.ts';
import { eventsView } from './page-events.ts';
import { card, eventForm, type Html } from './page-parts.ts';
import { type AccountLine, type PageState, readPage } from './page-state.ts';
import { sandboxStyle } from './page-style.ts';
import { partyLabels } from './party-events.ts';

const STYLE_PATH = '/sandbox/style.css';

/** The time without its date: the page is looked at while events happen. */
const timeOf = (moment: string): Html =>
  html`<time datetime="${moment}">${moment.slice(0, 19).replace('T', ' ')} UTC</time>`;

const mailItem = (mail: InboxMail): Html => html`<li>
  <details>
    <summary><b>${mail.subject}</b><span class="cap">To ${mail.to}, ${timeOf(mail.at)}</span></summary>
    <pre>${mail.text}</pre>
    <p><a href="/sandbox/inbox/${mail.id}">As a mailbox shows it</a></p>
  </details>
</li>`;

const inbox = (mails: readonly InboxMail[]): Html =>
  card(
    'inbox',
    'Inbox',
    mails.length === 0
      ? html`<p class="muted">No mail has been sent yet.</p>`
      : html`<ul class="mails">${mails.map(mailItem)}</ul>`,
  );

const accountItem = (line: AccountLine): Html => html`<li>
  <p><b>${line.email}</b></p>
  <p class="muted small">${line.role}, identity check ${line.kyc}${line.balances && `: ${line.balances}`}</p>
</li>`;

const accounts = (lines: readonly AccountLine[]): Html =>
  card('accounts', 'Accounts', html`<ul class="mails">${lines.map(accountItem)}</ul>`);

/** Few enough to keep the inbox below in sight. */
const LOGGED = 3;

const log = ({ happened }: PageState): Html =>
  card(
    'log',
    'What happened',
    happened.length === 0
      ? html`<p class="muted">Nothing yet. Press a button.</p>`
      : html`<ul class="mails">${happened
          .slice(0, LOGGED)
          .map(
            ({ sentence, at }) =>
              html`<li><p>${sentence}</p><p class="cap">${timeOf(at.toISOString())}</p></li>`,
          )}</ul>`,
  );

const told = ({ told: event }: PageState): Html | '' =>
  event
    ? html`<p class="banner ${event.happened ? 'banner--offline' : 'banner--error'}" role="status">${event.sentence}</p>`
    : '';

/** The deviations in force, each with a button that ends it. */
function wrong({ switches, chosen }: PageState): Html | '' {
  if (switches.troubles.size === 0) return '';
  const list = [...switches.troubles].map(([twin, trouble]) => `${partyLabels[twin]}: ${trouble}`);
  return html`<div class="banner banner--warn trouble">
    <p class="grow">${list.join(' · ')}</p>
    ${eventForm('normal', chosen?.email, html`<button class="btn btn--secondary btn--sm">Back to normal</button>`)}
  </div>`;
}

const page = (state: PageState): Html | Promise<string> => {
  const { parts, jumps } = eventsView(state);
  const simulated = [...state.deps.parties.sandboxed].join(', ');
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>Sandbox · ${brand.name}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${STYLE_PATH}" />
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <header class="hdr"><div class="hdr__in">
      <span class="mark">${brand.name}</span>
      <span class="pill">Sandbox</span>
      <span class="hdr__end"><a class="btn btn--secondary btn--sm" href="/">Open ${brand.name}</a></span>
    </div></header>
    <main id="main" class="page" tabindex="-1">
      <h1>The outside world</h1>
      <p class="muted lead">Nothing here is real, and every button is an event. Simulated here in place of the real parties: ${simulated}.</p>
      ${told(state)}
      ${wrong(state)}
      ${jumps}
      <div class="cols">
        <div class="events">${parts}</div>
        <div class="side stack">${log(state)}${state.mails ? inbox(state.mails) : ''}${state.accounts ? accounts(state.accounts) : ''}</div>
      </div>
    </main>
  </body>
</html>`;
};

/**
 * One page for a person (EASE-21): a button for every event of the outside world; beside them the simulated
 * mails, and the accounts while none is real.
 */
export function mountSandboxPage(app: Hono, deps: Deps): void {
  app.get('/sandbox', async (context) => {
    const customer = context.req.query('customer') ?? '';
    const event = context.req.query('event') ?? '';
    return context.html(page(await readPage(deps, { customer, event })));
  });
  app.get(STYLE_PATH, (context) => {
    context.header('content-type', 'text/css; charset=utf-8');
    return context.body(sandboxStyle());
  });
  mountEvents(app, deps);
}
