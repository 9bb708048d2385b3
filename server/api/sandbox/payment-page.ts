import type { Hono } from 'hono';
import { html } from 'hono/html';
import { brand } from '#core/brand.ts';
import {
  decideSandboxPayment,
  readSandboxPayment,
  type SandboxOutcome,
  type SandboxPayment,
  sandboxOutcomes,
} from '#server/adapters/payment/sandbox.ts';
import type { Deps } from '#server/deps.ts';

const labels: Readonly<Record<SandboxOutcome, string>> = {
  success: 'Pay',
  declined: 'Card declined',
  failed: 'Payment fails',
  cancelled: 'Cancel',
};

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

const button = (outcome: SandboxOutcome) =>
  html`<p><button name="outcome" value="${outcome}">${labels[outcome]}</button></p>`;

/** The hosted payment page of the sandbox: no card, the person decides how it ends. */
export function mountPaymentPage(app: Hono, deps: Deps): void {
  app.get('/sandbox/pay/:token', async (context) => {
    const payment = await readSandboxPayment(deps.db, context.req.param('token'));
    if (!payment) return context.notFound();
    if (payment.outcome) return context.redirect(returnUrl(payment, payment.outcome), 303);
    return context.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>${brand.name} sandbox payment</title>
  </head>
  <body>
    <h1>Sandbox payment</h1>
    <p>No card is charged. ${payment.description} for ${payment.amount} ${payment.currency}.</p>
    <form method="post">${sandboxOutcomes.map(button)}</form>
  </body>
</html>`);
  });
  app.post('/sandbox/pay/:token', async (context) => {
    const form = await context.req.parseBody();
    const outcome = sandboxOutcomes.find((name) => name === form.outcome);
    const token = context.req.param('token');
    if (!outcome) return context.text('Choose how the payment ends.', 400);
    await decideSandboxPayment(deps.db, token, outcome);
    const payment = await readSandboxPayment(deps.db, token);
    if (!payment?.outcome) return context.notFound();
    return context.redirect(returnUrl(payment, payment.outcome), 303);
  });
}
