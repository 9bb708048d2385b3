import type { Hono } from 'hono';
import { html } from 'hono/html';
import { brand } from '#core/brand.ts';
import { assetOf, isAssetCode } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { type InboxMail, readInbox } from '#server/adapters/mail/inbox.ts';
import type { PartyName } from '#server/adapters/party-checks.ts';
import type { Deps } from '#server/deps.ts';
import { settleOutbox } from '#server/services/notices/outbox.ts';

interface AccountLine {
  readonly email: string;
  readonly role: string;
  readonly kyc: string;
  readonly balances: string;
}

async function accountLines(db: Deps['db']): Promise<readonly AccountLine[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'kyc_status'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  const balances = await db
    .selectFrom('accounts')
    .select(['owner', 'currency', 'balance'])
    .where('kind', '=', 'available')
    .where('balance', '>', '0')
    .where('owner', 'in', ['', ...users.map(({ id }) => id)])
    .orderBy('currency')
    .execute();
  const line = (currency: string, units: string): string =>
    isAssetCode(currency)
      ? `${formatUnits(BigInt(units), assetOf(currency).scale)} ${currency}`
      : currency;
  return users.map((user) => ({
    email: user.email,
    role: user.role,
    kyc: user.kyc_status,
    balances: balances
      .filter(({ owner }) => owner === user.id)
      .map(({ currency, balance }) => line(currency, balance))
      .join(', '),
  }));
}

const mailItem = (mail: InboxMail) => html`
  <li>
    <p><b>${mail.subject}</b></p>
    <p>To ${mail.to}, ${mail.at}</p>
    <pre>${mail.text}</pre>
  </li>`;

const accountRow = (line: AccountLine) => html`
  <tr><td>${line.email}</td><td>${line.role}</td><td>${line.kyc}</td><td>${line.balances}</td></tr>`;

/** With one of these real, the accounts are of real people, and nobody's to read here. */
const OF_REAL_PEOPLE: readonly PartyName[] = ['mail', 'identity', 'payment', 'custody'];

async function readMails(deps: Deps): Promise<readonly InboxMail[]> {
  await settleOutbox(deps);
  return readInbox(deps.db, undefined);
}

const inbox = (mails: readonly InboxMail[]) => html`
    <h2>Inbox</h2>
    <ul>${mails.map(mailItem)}</ul>`;

const accounts = (lines: readonly AccountLine[]) => html`
    <h2>Accounts</h2>
    <table>
      <thead><tr><th>Email</th><th>Role</th><th>Identity check</th><th>Available</th></tr></thead>
      <tbody>${lines.map(accountRow)}</tbody>
    </table>`;

/**
 * One plain page for a person: the mails that were not sent, while mail is simulated, and the accounts
 * there are, while nothing about them is real.
 */
export function mountSandboxPage(app: Hono, deps: Deps): void {
  const { sandboxed } = deps.parties;
  const invented = OF_REAL_PEOPLE.every((party) => sandboxed.has(party));
  app.get('/sandbox', async (context) => {
    const mails = sandboxed.has('mail') ? inbox(await readMails(deps)) : '';
    const lines = invented ? accounts(await accountLines(deps.db)) : '';
    return context.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>${brand.name} sandbox</title>
  </head>
  <body>
    <h1>${brand.name} sandbox</h1>
    <p>Simulated here in place of the real parties: ${[...sandboxed].join(', ')}.</p>${mails}${lines}
  </body>
</html>`);
  });
}
