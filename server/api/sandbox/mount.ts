import type { Context, Hono } from 'hono';
import type { PartyName } from '#server/adapters/party/party-checks.ts';
import type { Deps } from '#server/deps.ts';
import { mountChain } from './chain.ts';
import {
  mountBlocks,
  mountDeposit,
  mountInbox,
  mountKyc,
  mountMarket,
  mountMerchant,
  mountTax,
} from './control.ts';
import { mountIdentityWidget } from './identity-widget.ts';
import { mountSandboxPage } from './page.ts';
import { mountPaymentPage } from './payment-page.ts';

const mounts: Readonly<Partial<Record<PartyName, (app: Hono, deps: Deps) => void>>> = {
  mail: mountInbox,
  custody: (app, deps) => {
    mountDeposit(app, deps);
    mountBlocks(app, deps);
    mountChain(app, deps);
  },
  identity: (app, deps) => {
    mountKyc(app, deps);
    mountTax(app, deps);
    mountIdentityWidget(app);
  },
  market: mountMarket,
  merchants: mountMerchant,
  payment: mountPaymentPage,
};

/** Whether the address contains only text that a database can store. */
function isStorable({ req }: Context): boolean {
  const said = [req.path, ...Object.values(req.queries()).flat()];
  return said.every((text) => !text.includes('\0') && !/%00/.test(text));
}

/** The sandbox's routes (D5): each exists only while its party is simulated (D4). */
export function mountSandbox(app: Hono, deps: Deps): void {
  const { sandboxed } = deps.parties;
  if (sandboxed.size === 0) return;
  app.use('/sandbox/*', async (context, next) => {
    if (!isStorable(context)) return context.text('This cannot be read.', 400);
    await next();
    context.header('cache-control', 'no-store');
    return undefined;
  });
  for (const party of sandboxed) mounts[party]?.(app, deps);
  mountSandboxPage(app, deps);
}
