import type { Hono } from 'hono';
import type { PartyName } from '#server/adapters/party-checks.ts';
import type { Deps } from '#server/deps.ts';
import { mountChain } from './chain.ts';
import {
  mountBlocks,
  mountDeposit,
  mountInbox,
  mountKyc,
  mountMarket,
  mountMerchant,
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
    mountIdentityWidget(app);
  },
  market: mountMarket,
  merchants: mountMerchant,
  payment: mountPaymentPage,
};

/** The sandbox's routes (D5): each exists only while its party is played by the sandbox (D4). */
export function mountSandbox(app: Hono, deps: Deps): void {
  const { sandboxed } = deps.parties;
  if (sandboxed.size === 0) return;
  app.use('/sandbox/*', async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  for (const party of sandboxed) mounts[party]?.(app, deps);
  mountSandboxPage(app, deps);
}
