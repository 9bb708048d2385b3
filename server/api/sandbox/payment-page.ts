import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { brand } from '#core/brand.ts';
import { takeCardPlan } from '#server/adapters/party/sandbox-switches.ts';
import {
  decideSandboxPayment,
  delaySandboxPayment,
  nameSandboxCard,
  readSandboxPayment,
  type SandboxOutcome,
  type SandboxPayment,
  sandboxOutcomes,
} from '#server/adapters/payment/sandbox-payment.ts';
import type { Deps } from '#server/deps.ts';

/** Invented card numbers, each with the outcome of its payment; `stalls`: no outcome ever. */
const testCards: readonly {
  readonly number: string;
  readonly ends: SandboxOutcome | 'stalls';
  readonly label: string;
}[] = [
  { number: '4242 4242 4242 4242', ends: 'success', label: 'Pays' },
  { number: '4000 0000 0000 0002', ends: 'declined', label: 'Is declined' },
  { number: '4000 0000 0000 0119', ends: 'failed', label: 'Fails' },
  { number: '4000 0000 0000 3220', ends: 'stalls', label: 'Never answers' },
];

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 20px; max-width: 28rem; }
h1 { font-size: 1.25rem; margin: 0 0 0.5rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; }
label { display: flex; gap: 0.75rem; align-items: center; min-height: 44px; padding: 0.5rem 0.75rem;
  border: 1px solid #8886; border-radius: 12px; }
label b { font-weight: 600; font-variant-numeric: tabular-nums; }
button { min-height: 48px; border: 0; border-radius: 12px; font: inherit; font-weight: 600; }
button[value=""] { background: #1c1a17; color: #fff; }
@media (prefers-color-scheme: dark) { button[value=""] { background: #f3f2ee; color: #1c1a17; } }`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ');

function returnUrl({ urls }: SandboxPayment, outcome: SandboxOutcome): string {
  switch (outcome) {
    case 'success':
      return urls.success;
    case 'declined':
      return urls.decline;
    case 'failed':
      return urls.fail;
    case 'cancelled':
      return urls.cancel;
  }
}

const page = (context: Context, body: ReturnType<typeof html>) => {
  context.header('content-security-policy', policy);
  return context.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>${brand.name} sandbox payment</title>
    <style>${raw(style)}</style>
  </head>
  <body><main>${body}</main></body>
</html>`);
};

/** Whose names cards bear, besides their customer's own: as it is typed, but `-` for none. */
const holders = [
  ['', 'Your own'],
  ['Somebody Else', 'Somebody else’s'],
  ['-', 'None'],
] as const;

const LONGEST_HOLDER = 140;

const form = ({ description, amount, currency }: SandboxPayment) => html`
<h1>Sandbox payment</h1>
<p>No card is charged. ${description} for ${amount} ${currency}.</p>
<form method="post">
  ${testCards.map(
    ({ number, label }, index) => html`<label>
      <input type="radio" name="card" value="${number}" ${index === 0 ? raw('checked') : ''} />
      <span><b>${number}</b><br />${label}</span>
    </label>`,
  )}
  <label>
    <span>Name on the card</span>
    <select name="holder">
      ${holders.map(([value, label]) => html`<option value="${value}">${label}</option>`)}
    </select>
  </label>
  <button value="">Pay ${amount} ${currency}</button>
  <button name="outcome" value="cancelled">Cancel</button>
</form>`;

const stalled = html`<h1>Waiting for your bank…</h1>
<p>This card never answers. Close the payment, or come back and use another one.</p>`;

/** The sandbox's hosted payment page: the chosen card decides the outcome. */
export function mountPaymentPage(app: Hono, deps: Deps): void {
  app.get('/sandbox/pay/:token', async (context) => {
    const payment = await readSandboxPayment(deps.db, context.req.param('token'), deps.clock.now);
    if (!payment) return context.notFound();
    if (payment.outcome) return context.redirect(returnUrl(payment, payment.outcome), 303);
    return page(context, form(payment));
  });
  app.post('/sandbox/pay/:token', async (context) => {
    const chosen: Readonly<Record<string, unknown>> = await context.req
      .parseBody()
      .catch(() => ({}));
    const token = context.req.param('token');
    const card = testCards.find(({ number }) => number === chosen.card)?.ends;
    // A plan made at /sandbox applies to the next payment and is used up by it.
    const plan = card && !chosen.outcome ? await takeCardPlan(deps.db) : undefined;
    if (plan === 'late') await delaySandboxPayment(deps.db, token, deps.clock.now);
    const outcome = sandboxOutcomes.find((name) => name === (chosen.outcome || plan || card));
    if (!outcome) {
      return card ? page(context, stalled) : context.text('Choose how the payment ends.', 400);
    }
    if (typeof chosen.holder === 'string' && chosen.holder !== '') {
      const named = chosen.holder === '-' ? '' : chosen.holder.slice(0, LONGEST_HOLDER);
      await nameSandboxCard(deps.db, token, named);
    }
    // Before the decision, because the payment may have expired.
    await readSandboxPayment(deps.db, token, deps.clock.now);
    await decideSandboxPayment(deps.db, token, outcome, deps.clock.now);
    const payment = await readSandboxPayment(deps.db, token, deps.clock.now);
    if (!payment?.outcome) return context.notFound();
    return context.redirect(returnUrl(payment, payment.outcome), 303);
  });
}
