import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tallyOf } from '#server/adapters/party/party-told.ts';
import { smtpMailer } from './smtp.ts';
import * as texts from './texts.ts';
import {
  depositMail,
  frozenMail,
  passwordChangedMail,
  proveEmailMail,
  purchaseReturnedMail,
  swapMail,
  withdrawalCancelledMail,
  withdrawalRefundedMail,
} from './texts.ts';

/** No way in but the password. */
const noWays = {
  passkeys: [],
  twoFactor: false,
  passkeysRemoved: false,
  factorRemoved: false,
};

/** A mail server that takes one message and records the lines that it receives. */
async function smtpServer(): Promise<{ url: string; told: string[]; stop: () => void }> {
  const told: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').slice(0, -1)) {
        told.push(line);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 queued\r\n');
        } else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `smtp://127.0.0.1:${address.port}`, told, stop: () => server.close() };
}

test('AUTH-12 a code reaches the mail server as plain text', async () => {
  const { url, told, stop } = await smtpServer();
  const mailer = smtpMailer({ url, from: 'Kopa <no-reply@kopa.test>' });
  await mailer.deliver(
    proveEmailMail({ email: 'jo@example.test' }, { code: '123456', minutes: 10 }),
    'mail-1',
  );
  stop();
  // A mail that is tried again has the same id, so that it can be recognised.
  expect(told).toContain('Message-ID: <mail-1@kopa.test>');
  expect(told).toContain('RCPT TO:<jo@example.test>');
  expect(told).toContain('Subject: 123456 is your Kopa code');
  expect(told).toContain('Your code is 123456.');
  expect(told.some((line) => line.startsWith('Content-Type: text/plain'))).toBe(true);
});

test('SEC-03 the anti-phishing code is quoted if the customer has set one, and otherwise not mentioned', () => {
  const email = 'jo@example.test';
  const facts = { staff: false, ways: noWays };
  expect(passwordChangedMail({ email, antiPhishingCode: 'blue heron' }, facts).text).toContain(
    'Your anti-phishing code: blue heron',
  );
  expect(passwordChangedMail({ email, antiPhishingCode: null }, facts).text).not.toContain(
    'phishing',
  );
});

test('a mail library that failed to load once is loaded again for the next mail', async () => {
  const { url, told, stop } = await smtpServer();
  const mailer = smtpMailer({ url, from: 'no-reply@kopa.test' });
  const mail = { to: 'a@b.co', subject: 's', text: 't' };
  vi.doMock('nodemailer', () => {
    throw new Error('too many open files');
  });
  await expect(mailer.deliver(mail, 'x')).rejects.toThrow();
  vi.doUnmock('nodemailer');
  await mailer.deliver(mail, 'x');
  stop();
  expect(told).toContain('Subject: s');
});

test('READ-15 mails share connections, and not each makes one of its own', async () => {
  const { url, told, stop } = await smtpServer();
  const mailer = smtpMailer({ url, from: 'no-reply@kopa.test' });
  const mail = { to: 'a@b.co', subject: 's', text: 't' };
  for (let i = 0; i < 5; i++) await mailer.deliver(mail, `m${i}`);
  await Promise.all(Array.from({ length: 8 }, (_, at) => mailer.deliver(mail, `n${at}`)));
  stop();
  expect(told.filter((line) => line === 'Subject: s')).toHaveLength(13);
  expect(told.filter((line) => line.startsWith('EHLO')).length).toBeLessThanOrEqual(4);
});

/** How a mail server may be rude, by the step at which it is, and the fact that it is. */
const rudeServers = {
  'is too busy': ['EHLO', '421 too many connections', 'not-yet'],
  'comes back to strangers later': ['RCPT', '450 greylisted', 'not-yet'],
  'has no such mailbox': ['RCPT', '550 no such user', 'refused'],
  'does not know our password': ['AUTH', '535 wrong password', 'not-allowed'],
  'wants a password': ['MAIL', '530 authenticate first', 'not-allowed'],
  'speaks something else': ['', 'HTTP/1.1 400 Bad Request', 'unreadable'],
  'hangs up': ['MAIL', '', 'silent'],
} as const;

test.each(Object.entries(rudeServers))(
  'READ-15 a mail server that %s comes to its fact, and the mail is tried again',
  async (_, [step, reply, fact]) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`${step === '' ? reply : '220 test'}\r\n`);
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        const isStep = step !== '' && chunk.startsWith(step);
        if (isStep && reply === '') socket.destroy();
        else if (isStep) socket.write(`${reply}\r\n`);
        else if (chunk.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
        else if (chunk.startsWith('AUTH')) socket.write('235 in\r\n');
        else socket.write('250 ok\r\n');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const url = `smtp://jo:secret@127.0.0.1:${address.port}?ignoreTLS=true`;
    const mailer = smtpMailer({ url, from: 'no-reply@kopa.test' });
    const before = tallyOf('mail').counts[fact];
    await expect(mailer.deliver({ to: 'a@b.co', subject: 's', text: 't' }, 'x')).rejects.toThrow();
    expect(tallyOf('mail').counts[fact]).toBe(before + 1);
    server.close();
  },
);

test('an attempt fails if the mail server is not there', async () => {
  const { url, stop } = await smtpServer();
  stop();
  const mailer = smtpMailer({ url, from: 'no-reply@kopa.test' });
  await expect(mailer.deliver({ to: 'a@b.co', subject: 's', text: 't' }, 'x')).rejects.toThrow();
});

test('SEC-03 every mail is written by the one function that quotes the anti-phishing code, to its recipient', () => {
  const source = readFileSync(join(import.meta.dirname, 'texts.ts'), 'utf8');
  const parts = source.split(/^(?:export )?(?:const|function) /m);
  const mails = parts.filter((part) => /^\w+Mail\b/.test(part));
  const names = mails.map((part) => /^\w+/.exec(part)?.[0]);
  const exported = Object.keys(texts).filter((name) => name.endsWith('Mail'));
  expect(exported.length).toBeGreaterThan(50);
  expect(exported.filter((name) => !names.includes(name))).toEqual([]);
  expect(mails.filter((part) => !/\bwrite\(\s*to,/.test(part))).toEqual([]);
  // It alone makes a mail, and nobody takes the code of a recipient away.
  expect(source.match(/\bsubject: (?!string,)/g)).toHaveLength(1);
  expect(source).not.toMatch(/\bwrite\((?!\s*(?:to,|to: Recipient,))/);
});

test('FMT-01 mails write amounts as the app does', () => {
  const to = { email: 'jo@example.test' };
  expect(depositMail(to, { amount: '12500.50', currency: 'USDT' }).text).toContain(
    '12,500.5 USDT was added',
  );
  const swap = {
    paid: { amount: '0.01', currency: 'BTC' },
    received: { amount: '1080.25', currency: 'USDC' },
  };
  expect(swapMail(to, swap).text).toContain('You swapped 0.01 BTC for 1,080.25 USDC.');
  expect(
    purchaseReturnedMail(to, { amount: '1500', currency: 'AUD', cause: 'price' }).text,
  ).toContain('your payment of AU$1,500.00 arrived');
});

test('HARD-46 the mail of a freeze lists each withdrawal on a line of its own', () => {
  const stopped = ['1', '2'].map((amount) => ({ amount, currency: 'ETH', address: '0xabc' }));
  const facts = {
    stopped,
    gone: [],
    factor: 'none',
    recoveryStopped: false,
    recipients: false,
    ways: noWays,
  } as const;
  const { text } = frozenMail(
    { email: 'jo@example.test' },
    { ...facts, staff: false, addressTaken: false, buys: [] },
  );
  expect(text).toContain(':\n1 ETH to 0xabc\n2 ETH to 0xabc\n');
});

test('KEEP-16 a mail about a withdrawal that did not go through says how to mend it, and tips nobody off', () => {
  const to = { email: 'jo@example.test' };
  const withdrawal = { amount: '1', currency: 'BTC', address: 'bc1q' };
  const cancelled = (reason: Parameters<typeof withdrawalCancelledMail>[2]) =>
    withdrawalCancelledMail(to, withdrawal, reason).text;
  expect(cancelled('reported')).toContain('Reset your password to open your account again.');
  expect(cancelled('verification')).toContain('Profile, Verification says what is missing.');
  for (const reason of ['asked', 'refused'] as const) {
    // What happened, how to report it, and who writes.
    expect(cancelled(reason).split('\n\n'), reason).toHaveLength(3);
  }
  const refunded = (reason: Parameters<typeof withdrawalRefundedMail>[2]) =>
    withdrawalRefundedMail(to, withdrawal, reason).text;
  expect(refunded(null)).toContain('Compare address and network with the recipient');
  expect(refunded('account-closed')).toContain('Add another account of your own');
});
