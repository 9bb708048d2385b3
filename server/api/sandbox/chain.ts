import type { Hono } from 'hono';
import { html } from 'hono/html';
import { readSandboxTransaction } from '#server/adapters/custody/sandbox-chain.ts';
import type { Deps } from '#server/deps.ts';
import { hurryWithdrawal } from '#server/services/money-out/withdrawals/hurry-withdrawal.ts';
import { done, read, wrong } from './answers.ts';
import { withdrawalRequest } from './requests.ts';

/** The sandbox's chain: the outcome of a withdrawal, and a page per transaction. */
export function mountChain(app: Hono, deps: Deps): void {
  app.post('/sandbox/withdrawal', async (context) => {
    const request = await read(context, withdrawalRequest);
    if (!request) return wrong(context, 'Send {email, plan}.');
    return (await hurryWithdrawal(deps, request.email, request.plan, request.way))
      ? done(context)
      : wrong(context, 'This customer has no withdrawal under way.');
  });
  app.get('/sandbox/transaction/:hash', async (context) => {
    const hash = context.req.param('hash');
    const found = await readSandboxTransaction(deps.db, hash);
    if (!found) return context.text('No such transaction.', 404);
    return context.html(
      html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox transaction</title>
        <h1>Sandbox transaction</h1><p>${found.network}: ${found.summary}</p><p>${hash}</p></html>`,
    );
  });
}
