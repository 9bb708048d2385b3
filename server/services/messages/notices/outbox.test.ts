import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '#server/adapters/mail/mail.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';
import { AT_ONCE, NOBODY, queueMail, sendDue } from './outbox.ts';

let server: InProcess;
let delivered: (Mail & { readonly id: string })[] = [];
let down = false;
const deps = () => ({
  ...server.deps,
  parties: {
    ...server.deps.parties,
    mail: {
      async deliver(mail: Mail, id: string) {
        if (down) throw new Error(`451 ${mail.to} not now`);
        delivered.push({ ...mail, id });
      },
    },
  },
});
const queue = (mail: Mail) =>
  inTransaction(server.deps.db, (tx) => queueMail(server.deps, tx, mail));
const rows = () => server.deps.db.selectFrom('mail_outbox').selectAll().execute();

beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());
beforeEach(() => {
  delivered = [];
  down = false;
});

const mail: Mail = { to: 'jo@example.test', subject: '123456 is it', text: 'text', code: '123456' };

test('a mail is stored sealed, sent once and then deleted', async () => {
  await queue(mail);
  expect(JSON.stringify(await rows())).not.toMatch(/jo@example|123456/);
  await Promise.all([sendDue(deps()), sendDue(deps()), sendDue(deps())]);
  expect(delivered).toMatchObject([mail]);
  expect(await rows()).toEqual([]);
});

test('a mail whose transaction is rolled back is not sent', async () => {
  const failing = inTransaction(server.deps.db, async (tx) => {
    await queueMail(server.deps, tx, mail);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await sendDue(deps());
  expect(delivered).toEqual([]);
});

test('a mail that is not accepted is tried again at growing intervals, as the same mail', async () => {
  const { code: _, ...lasting } = mail;
  await queue(lasting);
  down = true;
  await sendDue(deps());
  const [{ id = '' } = {}] = await rows();
  await sendDue(deps());
  expect((await rows())[0]?.attempts).toBe(1);
  for (let attempt = 2; attempt <= 6; attempt++) {
    server.deps.clock.advance(2 ** attempt * 1000);
    await sendDue(deps());
    expect((await rows())[0]?.attempts).toBe(attempt);
  }
  down = false;
  server.deps.clock.advance(900_000);
  await sendDue(deps());
  expect(delivered).toMatchObject([{ ...lasting, id }]);
  expect(server.log.join('')).not.toMatch(/example|123456/);
});

test('a mail whose process died is sent by another after its lease, and one to nobody is dropped', async () => {
  await queue({ ...mail, to: 'late@example.test', subject: 's', text: 't' });
  await queue({ ...mail, to: NOBODY });
  // Taken by a process that was never heard of again.
  await server.deps.db
    .updateTable('mail_outbox')
    .set({ attempts: 1, next_attempt_at: server.deps.clock.sqlIn(300) })
    .execute();
  await sendDue(deps());
  expect(delivered).toEqual([]);
  server.deps.clock.advance(301_000);
  await sendDue(deps());
  expect(delivered.map(({ to }) => to)).toEqual(['late@example.test']);
  expect(await rows()).toEqual([]);
});

test('a code that has expired is not sent', async () => {
  await queue(mail);
  server.deps.clock.advance(601_000);
  await sendDue(deps());
  expect(delivered).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('a mail sealed with another key is left to a server that has the key, and dropped once its code has expired', async () => {
  const secretsKeys = [Uint8Array.from(randomBytes(32))] as const;
  const stranger = () => ({ ...deps(), config: { ...server.deps.config, secretsKeys } });
  await queue(mail);
  await sendDue(stranger());
  expect(await rows()).toHaveLength(1);
  server.deps.clock.advance(60_000);
  await sendDue(deps());
  expect(delivered).toMatchObject([mail]);
  await queue(mail);
  server.deps.clock.advance(601_000);
  await sendDue(stranger());
  expect(await rows()).toEqual([]);
  expect(delivered).toHaveLength(1);
});

test('a server that is stopping finishes the mails under way, and another can send the others at once', async () => {
  const names = Array.from({ length: 3 * AT_ONCE }, (_, index) => `p${index}@example.test`);
  for (const to of names) await queue({ ...mail, to });
  const stopping = new AbortController();
  const until = deps();
  const deliver = async (taken: Mail, id: string) => {
    stopping.abort();
    await until.parties.mail.deliver(taken, id);
  };
  await sendDue({ ...until, parties: { ...until.parties, mail: { deliver } } }, stopping.signal);
  const sent = delivered.length;
  expect(sent).toBeLessThanOrEqual(AT_ONCE);
  expect((await rows()).map(({ attempts }) => attempts)).toEqual(
    Array(names.length - sent).fill(0),
  );
  await sendDue(deps(), stopping.signal);
  expect(delivered).toHaveLength(sent);
  await sendDue(deps());
  expect(delivered.map(({ to }) => to).sort()).toEqual([...names].sort());
});

test('HARD-41 mails about security leave first, the others in turns, and those to one customer in order', async () => {
  const add = (to: string, subject: string, over: Partial<Mail> = {}) =>
    queue({ to, subject, text: '', ...over });
  for (let index = 0; index < 6; index++) await add('flood@example.test', `flood ${index}`);
  await add('honest@example.test', 'honest');
  await add('owner@example.test', 'stop it', { urgent: true });
  await sendDue(deps());
  const order = delivered.map(({ subject }) => subject);
  expect(order[0]).toBe('stop it');
  expect(order.indexOf('honest')).toBeLessThanOrEqual(AT_ONCE);
  expect(order.filter((subject) => subject.startsWith('flood'))).toEqual(
    Array.from({ length: 6 }, (_, index) => `flood ${index}`),
  );
});

test('HARD-41 whoever causes many mails to strangers has one turn among the others', async () => {
  const write = (to: string, cause: string) =>
    inTransaction(server.deps.db, (tx) =>
      queueMail(server.deps, tx, { to, subject: to, text: '' }, { cause }),
    );
  for (let index = 0; index < 20; index++) await write(`s${index}@example.test`, 'one network');
  await write('honest@example.test', 'another network');
  await sendDue(deps());
  expect(delivered.map(({ to }) => to).indexOf('honest@example.test')).toBeLessThan(2);
});

test('HARD-41 a mail server that takes its time over one mail holds up no other', async () => {
  const slow = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  const until = deps();
  const deliver = async (taken: Mail, id: string) => {
    if (taken.to === 'slow@example.test') await slow.promise;
    await until.parties.mail.deliver(taken, id);
    if (delivered.length === 5) others.resolve();
  };
  await queue({ ...mail, to: 'slow@example.test' });
  for (let index = 0; index < 5; index++) await queue({ ...mail, to: `p${index}@example.test` });
  const sending = sendDue({ ...until, parties: { ...until.parties, mail: { deliver } } });
  await others.promise;
  expect(delivered.map(({ to }) => to)).not.toContain('slow@example.test');
  slow.resolve();
  await sending;
  expect(delivered.at(-1)?.to).toBe('slow@example.test');
});

test('behind a slow mail server each mail is sent once, even while another process sends too', async () => {
  for (const name of ['one', 'two', 'three']) await queue({ ...mail, to: `${name}@example.test` });
  const other = deps();
  const deliver = async (taken: Mail, id: string) => {
    await other.parties.mail.deliver(taken, id);
    // Together they take less than a lease.
    server.deps.clock.advance(90_000);
    await sendDue(other);
  };
  await sendDue({ ...other, parties: { ...other.parties, mail: { deliver } } });
  expect(delivered.map(({ to }) => to).sort()).toEqual([
    'one@example.test',
    'three@example.test',
    'two@example.test',
  ]);
});
