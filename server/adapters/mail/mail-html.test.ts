import { expect, test } from 'vitest';
import type { Mail } from './mail.ts';
import { mailHtml } from './mail-html.ts';
import * as texts from './texts.ts';

const hostile =
  '<img src=x onerror=alert(1)> "\'><script>alert(1)</script> & <a href=//evil.example>';
const reportUrl = 'https://app.example/not-me?token=abc';
const to = {
  ...{ email: 'jo@example.test', timeZone: 'Australia/Melbourne', reportUrl },
  antiPhishingCode: hostile,
};
const at = new Date('2026-11-29T23:07:34Z');
const withdrawal = { amount: '0.2', currency: 'BTC', address: hostile };

/** One of each shape that a mail can have, with everything in it that somebody else can write. */
const mails: readonly Mail[] = [
  texts.proveEmailMail(to, { code: '123456', minutes: 10 }),
  texts.newDeviceMail(to, { device: hostile, place: hostile, at: at.getTime() }),
  texts.passkeyRenamedMail(to, { from: hostile, to: hostile }),
  texts.withdrawalRequestedMail(to, { ...withdrawal, until: at }),
  texts.withdrawalCancelledMail(to, withdrawal, 'recipient', hostile),
  texts.transferCodeMail(
    to,
    { code: '123456', minutes: 10 },
    { ...withdrawal, network: hostile, tag: hostile },
  ),
  texts.addressBookMail(to, 'added', { label: hostile, rows: [hostile, hostile] }),
  texts.verificationMail(to, { kind: 'asked', comment: hostile }),
  texts.requestAnsweredMail(
    to,
    { what: hostile, reference: hostile },
    { rejected: true, answer: `${hostile}\n\n${hostile}\n${hostile}` },
  ),
  texts.priceAlertMail(to, hostile),
  texts.recoveryLinkMail(to, { url: reportUrl, hours: 24 }),
];

const html = ({ subject, letter = { blocks: [] } }: Mail) => mailHtml(subject, letter);

/** What somebody reads of HTML. */
const read = (page: string): string =>
  page
    .replace(/^[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const squeezed = (text: string): string => text.replace(/[\s:]+/g, '');

test('EYE-10 nothing that somebody wrote becomes a part of a mail’s HTML, and a mail loads nothing', async () => {
  for (const mail of mails) {
    const page = await html(mail);
    expect(
      page.match(
        /<(?!\/?(?:!doctype|html|head|meta|title|style|body|table|tr|td|h1|p|ul|li|a)\b)/gi,
      ),
    ).toBeNull();
    expect(page).not.toMatch(/<[^>]*\son\w+=/i);
    expect(page).not.toMatch(/<[^>]*\ssrc=|url\(|@import|@font-face/);
    for (const [, link] of page.matchAll(/href="([^"]*)"/g)) expect(link).toBe(reportUrl);
  }
});

test('EYE-10 a mail’s HTML says what its text says, word for word, and ends with whose it is', async () => {
  for (const mail of mails) {
    const said = squeezed(read(await html(mail)));
    const paragraphs = mail.text.split('\n');
    for (const line of paragraphs.slice(0, -1)) expect(said).toContain(squeezed(line));
    expect(said).toContain(squeezed(mail.subject));
    expect(said).toContain('UABKopaDigitalAssets');
  }
});

test('EYE-10 a mail has its colours at each element, and other ones where the reader’s theme is dark', async () => {
  const page = await html(texts.depositMail(to, { amount: '12500.5', currency: 'USDT' }));
  expect(page).toContain('<meta name="color-scheme" content="light dark">');
  expect(page).toContain('@media (prefers-color-scheme:dark)');
  expect(read(page)).toContain('12,500.5 USDT');
  expect(page.match(/<h1 class="ink"[^>]*color:#1c1915/)).not.toBeNull();
});

test('EYE-10 a mail of an earlier version, which is text alone, is still sent', () => {
  const old: Mail = { to: 'jo@example.test', subject: 's', text: 't' };
  expect(old.letter).toBeUndefined();
});

test('U27 the minutes of a mail are those of the account’s zone, with UTC beside them', () => {
  const said = 'Nov 30, 2026 at 10:07 AM Melbourne time (Nov 29, 23:07 UTC)';
  expect(texts.withdrawalRequestedMail(to, { ...withdrawal, until: at }).text).toContain(
    `Until ${said} it can be stopped`,
  );
  expect(texts.newDeviceMail(to, { device: 'd', place: '', at: at.getTime() }).text).toContain(
    `Device: d\nTime: ${said}\n`,
  );
  expect(texts.waysOutSlowedMail(to, at).text).toContain(`leaves before ${said}`);
  expect(texts.addressBookOnlyMail(to, at).text).toContain(`From ${said} on`);
  expect(texts.recoveryWaitsMail(to, { url: reportUrl, due: at }).text).toContain(`on ${said},`);
  const { timeZone: _, ...unknown } = to;
  expect(texts.waysOutSlowedMail(unknown, at).text).toContain('Nov 29, 2026 at 11:07 PM UTC');
});

test('EYE-10 a purchase’s mail says what it cost in all', () => {
  const bought = { crypto: '0.00071526', code: 'BTC', total: '100.00', currency: 'AUD' };
  const { text, letter } = texts.purchaseDoneMail(to, {
    ...bought,
    ...{ price: '139109.42', spread_bps: 12.5 },
  });
  expect(text).toContain('\nTotal: AU$100.00\nCosts you in all: AU$0.62\n');
  expect(letter?.main).toBe('0.00071526\u00a0BTC'.replace('\u00a0', ' '));
  expect(texts.purchaseDoneMail(to, bought).text).not.toContain('in all');
});
