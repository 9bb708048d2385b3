import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { operator } from '#core/operator.ts';
import { OPEN_AFTER_RESET } from '#core/people/after-reset.ts';
import { LINK_IS_OVER } from '#core/words/recovery.ts';
import { NEW_PASSWORD } from '#core/words/titles.ts';
import { freezeLines } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { addressOf } from '#server/middleware/address.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { addressHtml, OWN_STYLE_PATH, ownPage, ownStyle } from '#server/refusal/own-page.ts';
import {
  type Frozen,
  reportLinkStands,
  reportNotMe,
} from '#server/services/customers/account/report-not-me.ts';
import { REPORT_PATH } from '#server/services/messages/notices/report-links.ts';

const TOKEN = /^[\w-]{43}$/;
/** Far more than a form with a token needs: anybody can post here. */
const MOST_BYTES = 4 * 1024;

type Html = ReturnType<typeof html>;

const ask = (token: string) =>
  ownPage(
    "This wasn't you?",
    html`<p class="muted">Nothing has happened by opening this page. It is your press that counts.</p>
      <section class="sheet">
        <h2>Freezing does this, at once</h2>
        <ul class="ticks">
          <li>Nothing in your account moves. Withdrawals that are not yet being sent are cancelled, and their
            money goes back to your wallet: you lose nothing.</li>
          <li>Every device is signed out, including the ones you use, and the password no longer signs anybody
            in.</li>
          <li>A new email address or a new second factor that came with it is undone.</li>
          <li>You get back in with a new password, which you choose next.</li>
        </ul>
      </section>
      <form method="post" action="${REPORT_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button>Freeze my account</button>
      </form>
      <p class="cap">If it was you, close this page: nothing is changed. No password is needed to freeze. The link
        works once, for a week.</p>`,
  );

/** A row of a list, with the address that it ends with in groups. */
function rowHtml(row: string, addresses: readonly string[]): Html {
  const address = addresses.find((one) => one !== '' && row.endsWith(` ${one}`));
  return address === undefined
    ? html`${row}`
    : html`${row.slice(0, -address.length)}${addressHtml(address)}`;
}

/** A line may consist of several rows, as a list does. */
function effect(line: string, addresses: readonly string[]): Html {
  const [first, ...items] = line.split('\n');
  return html`<li>${first}${
    items.length > 0
      ? html`<ul>${items.map((item) => html`<li>${rowHtml(item, addresses)}</li>`)}</ul>`
      : ''
  }</li>`;
}

const frozen = ({ email, facts }: Frozen) => {
  const addresses = [...facts.stopped, ...facts.gone].map(({ address }) => address);
  return ownPage(
    'Your account is frozen',
    html`<p class="muted">Every device has been signed out, and the password no longer signs anybody in. Nothing moves
        until you are back.</p>
      <section class="sheet">
        <h2>What was done</h2>
        <ul class="ticks">${freezeLines(facts).map((line) => effect(line, addresses))}</ul>
      </section>
      <section class="sheet">
        <h2>What happens next</h2>
        ${
          facts.addressTaken
            ? html`<p>Another account has your email address now, so we could not give it back. We emailed you
                what to do.</p>`
            : html`<p>Reset your password to a new one now, and sign in with it. ${OPEN_AFTER_RESET} Change the password of your email too, if somebody else may know it.</p>
              <p><a class="button" href="/reset-password#email=${encodeURIComponent(email)}"
                >${NEW_PASSWORD}</a></p>`
        }
      </section>
      <p class="cap">If you cannot sign in after that, write to
        <a href="mailto:${operator.supportEmail}">${operator.supportEmail}</a>.</p>`,
  );
};

const over = ownPage(
  LINK_IS_OVER,
  html`<p>It has been used already, or it is more than a week old. If you see activity in your account
      that is not yours, reset your password and write to
      <a href="mailto:${operator.supportEmail}">${operator.supportEmail}</a>.</p>
    <p><a class="button" href="/reset-password">Reset password</a></p>`,
);

const busy = ownPage('Too many attempts', html`<p>Please try again in a few minutes.</p>`);

/** The token in the posted form; empty if the body is no form. */
async function tokenOf(context: Context): Promise<string> {
  try {
    const { token } = await context.req.parseBody();
    return typeof token === 'string' ? token : '';
  } catch {
    return '';
  }
}

async function report(deps: Deps, context: Context): Promise<Response> {
  if (await limitAddress(deps, addressOf(deps.config, context))) return context.html(busy, 429);
  const token = await tokenOf(context);
  if (!TOKEN.test(token)) return context.html(over, 410);
  const done = await reportNotMe(deps, token);
  return done ? context.html(frozen(done)) : context.html(over, 410);
}

/**
 * The page “This wasn't me” (BEY-13). Opening the link changes nothing, because mail scanners open links too;
 * pressing the button does, with or without a session. The page has no script, so it works on any device.
 */
export function mountReportPage(app: Hono, deps: Deps): void {
  app.use(REPORT_PATH, async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
    // The address contains the token and must not leak as a referrer.
    context.header('referrer-policy', 'no-referrer');
  });
  app.get(REPORT_PATH, async (context) => {
    const token = context.req.query('token') ?? '';
    const stands = TOKEN.test(token) && (await reportLinkStands(deps, token));
    return stands ? context.html(ask(token)) : context.html(over, 410);
  });
  app.post(
    REPORT_PATH,
    bodyLimit({ maxSize: MOST_BYTES, onError: (context) => context.html(over, 410) }),
    (context) => report(deps, context),
  );
  app.get(OWN_STYLE_PATH, (context) => {
    context.header('content-type', 'text/css; charset=utf-8');
    return context.body(ownStyle);
  });
}
