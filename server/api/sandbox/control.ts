import type { Hono } from 'hono';
import { findAsset } from '#core/money/currencies.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { parsePrice } from '#core/money/price.ts';
import { networks } from '#core/networks/networks.ts';
import { plainEmail } from '#core/people/email-address.ts';
import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import { readInbox, readMailHtml } from '#server/adapters/mail/inbox.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import type { Deps } from '#server/deps.ts';
import { addOneMore } from '#server/seed/merchants.ts';
import { playTax } from '#server/seed/tax-residences.ts';
import { syncKyc } from '#server/services/customers/identity/kyc.ts';
import { makeUpdateDue } from '#server/services/customers/identity/update-check.ts';
import { findUserByEmail } from '#server/services/customers/users/users.ts';
import { settleOutbox } from '#server/services/messages/notices/outbox.ts';
import {
  bookArrival,
  creditAtOnce,
  mineBlocksFor,
} from '#server/services/money-in/deposits/sandbox-deposit.ts';
import { done, read, wrong } from './answers.ts';
import {
  blocksRequest,
  depositRequest,
  kycRequest,
  marketRequest,
  merchantRequest,
  taxRequest,
} from './requests.ts';

const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function mountInbox(app: Hono, deps: Deps): void {
  app.get('/sandbox/inbox', async (context) => {
    await settleOutbox(deps);
    const asked = context.req.query('to');
    const to = asked === undefined ? undefined : plainEmail(asked);
    return context.json(await readInbox(deps.db, to || undefined));
  });
  app.get('/sandbox/inbox/:id', async (context) => {
    const page = await readMailHtml(deps.db, context.req.param('id'));
    if (page === undefined) return context.notFound();
    // As in a mailbox: with the mail's own colours, and without anything from anywhere.
    context.header('content-security-policy', MAIL_POLICY);
    return context.html(page);
  });
}

export function mountDeposit(app: Hono, deps: Deps): void {
  app.post('/sandbox/deposit', async (context) => {
    const request = await read(context, depositRequest);
    const asset = request && findAsset(request.currency);
    if (!request || !asset) return wrong(context, 'Send {email, currency, amount}.');
    if (!parseUnits(request.amount, asset.scale)) {
      return wrong(context, `At most ${asset.scale} decimals, more than 0.`);
    }
    const { email, amount, confirmations } = request;
    const route = await deps.db
      .selectFrom('payment_routes')
      .select('network')
      .where('currency', '=', asset.code)
      .$if(request.network !== undefined, (routes) =>
        routes.where('network', '=', request.network ?? ''),
      )
      .orderBy('position')
      .executeTakeFirst();
    const network = networks.find((name) => name === route?.network);
    if (!network) return wrong(context, 'The currency is not on this network.');
    const user = await findUserByEmail(deps.db, email);
    if (user?.role !== 'user') return wrong(context, 'No customer has this email.');
    const [noted] = await bookArrival(deps, {
      recipient: email,
      currency: asset.code,
      amount,
      network,
      confirmations: confirmations ?? null,
    });
    if (noted && 'aside' in noted) {
      return wrong(context, `Kept aside, credited to nobody: ${noted.aside}.`);
    }
    if (noted) await creditAtOnce(deps, noted.id);
    return done(context);
  });
}

/** Mines blocks for one customer's pending deposits at once. */
export function mountBlocks(app: Hono, deps: Deps): void {
  app.post('/sandbox/blocks', async (context) => {
    const request = await read(context, blocksRequest);
    if (!request) return wrong(context, 'Send {email, blocks}.');
    const user = await findUserByEmail(deps.db, request.email);
    if (!user) return wrong(context, 'No customer has this email.');
    await mineBlocksFor(deps, user.id, request.blocks);
    return done(context);
  });
}

export function mountKyc(app: Hono, deps: Deps): void {
  app.post('/sandbox/kyc', async (context) => {
    const request = await read(context, kycRequest);
    if (!request) return wrong(context, 'Send {email, status} and, if wanted, comment and due.');
    const user = await findUserByEmail(deps.db, request.email);
    if (!user) return wrong(context, 'No customer has this email.');
    await setSandboxReview(deps.db, user.id, request);
    await syncKyc(deps, user.id);
    const { due } = request;
    if (due !== undefined) await makeUpdateDue(deps, user.id, new Date(due));
    return done(context);
  });
}

/** A customer certifies their tax residence, or is asked for it like one who traded before. */
export function mountTax(app: Hono, deps: Deps): void {
  app.post('/sandbox/tax', async (context) => {
    const request = await read(context, taxRequest);
    if (!request) return wrong(context, 'Send {email} and, if wanted, limited.');
    const user = await findUserByEmail(deps.db, request.email);
    if (user?.role !== 'user') return wrong(context, 'No customer has this email.');
    const { id: userId, country_code: country } = user;
    const { limited } = request;
    await playTax(deps, {
      userId,
      country,
      limited: limited === undefined ? undefined : new Date(limited),
    });
    return done(context);
  });
}

export function mountMarket(app: Hono, deps: Deps): void {
  app.post('/sandbox/market', async (context) => {
    const request = await read(context, marketRequest);
    const asset = request && findAsset(request.currency);
    if (!request || !asset) return wrong(context, 'Send {currency, price}.');
    const { price, sudden } = request;
    if (price !== null && (parsePrice(price) === undefined || parseUnits(price, 8) === undefined)) {
      return wrong(context, 'A price is more than 0 and has at most 8 decimals.');
    }
    await writePin(deps.db, asset.code, price ?? undefined, { sudden });
    return done(context);
  });
}

/** Adds a merchant at the end of the list, with a given number of transactions. */
export function mountMerchant(app: Hono, deps: Deps): void {
  app.post('/sandbox/merchant', async (context) => {
    const request = await read(context, merchantRequest);
    if (!request) return wrong(context, 'Send {name, transactions}.');
    await addOneMore(deps, request.name, request.transactions);
    return done(context);
  });
}
