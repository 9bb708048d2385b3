import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerDeposit,
  describeRecipient,
  proveRecipient,
} from '#core/contract/money/counterparty.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import {
  cancelWithdrawal,
  createWithdrawal,
  getWithdrawal,
} from '#core/contract/money/withdrawal.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import type { Counterparty } from '#core/people/counterparty.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import type { OutgoingTransfer, TravelRule } from '#server/adapters/travel-rule/travel-rule.ts';
import type { Deps } from '#server/deps.ts';
import { travelRuleLoop } from '#server/services/checks/travel-rule/travel-rule.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { newestCertification } from '#server/services/tax/residence/certifications.ts';
import { newKey } from '#tests/support/api-client.ts';
import { approvedPerson } from '#tests/support/approved.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import {
  type InProcess,
  later,
  type Person,
  type PersonOptions,
  password,
  startInProcess,
} from '#tests/support/in-process.ts';
import { OWN_WALLET, signedByOwnWallet } from '#tests/support/own-wallet.ts';
import { ADA } from '#tests/support/recipients.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
let sandbox: Sandbox;
beforeEach(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
});
afterEach(() => closeSound(server));

/** Somebody's that no customer was asked about. */
const STRANGER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const MINE: Counterparty = { owner: 'customer', name: '', country: '', provider: '' };

const approved = (options: PersonOptions = {}): Promise<Person> =>
  approvedPerson(server, { balances: { ETH: '20' }, ...options });

const to = (cryptoAddress: string) => ({ paymentRouteId: 'eth-ethereum', cryptoAddress, tag: '' });

const send = ({ credential }: Person, cryptoAddress: string, more: object = {}) =>
  server.api.call(
    createWithdrawal,
    { amount: '0.5', ...to(cryptoAddress), password, ...more },
    { credential, idempotencyKey: newKey() },
  );

async function sent(who: Person, address: string, more: object = {}): Promise<string> {
  const reply = await send(who, address, more);
  if (!reply.ok) throw new Error(reply.refusal.message);
  await sendDue(server.deps);
  server.deps.clock.advance(310_000);
  return reply.value.data.withdrawal_id;
}

const say = ({ credential }: Person, address: string, counterparty: Counterparty) =>
  server.api.call(describeRecipient, { ...to(address), counterparty }, { credential });

const known = async ({ credential }: Person, address: string, amount?: string) => {
  const request = { ...to(address), ...(amount !== undefined && { amount }) };
  return (await server.api.must(checkWithdrawalAddress, request, { credential })).data.recipient;
};

const look = async ({ credential }: Person, id: string) =>
  (await server.api.must(getWithdrawal, { withdrawal_id: id }, { credential })).data;

const waiting = async ({ credential }: Person) =>
  (await server.api.must(listWaiting, {}, { credential })).data;

const balance = async ({ credential }: Person): Promise<readonly string[]> => {
  const { data } = await server.api.must(getWalletList, {}, { credential });
  const entry = data.find(({ currency }) => currency.currency_id === 'ETH');
  return [entry?.free_balance ?? '', entry?.hold_balance ?? '', entry?.pending_balance ?? ''];
};

/** The same server, with a party of the test's own. */
const withTravelRule = (travelRule: Partial<TravelRule>): Deps => {
  const { parties } = server.deps;
  return {
    ...server.deps,
    parties: { ...parties, travelRule: { ...parties.travelRule, ...travelRule } },
  };
};

test('KEEP-07 whose a recipient is is asked once, and nothing is sent before it was said', async () => {
  const who = await approved();
  expect(await known(who, STRANGER)).toBeUndefined();
  expect(await send(who, STRANGER)).toMatchObject({
    status: 422,
    refusal: { code: 'COUNTERPARTY_UNKNOWN' },
  });
  expect(await balance(who)).toEqual(['20', '0', '0']);
  expect(await say(who, STRANGER, { ...ADA, name: '?' })).toMatchObject({
    refusal: { code: 'INVALID_INPUT', message: 'Enter the full name of the person or company' },
  });
  expect(await say(who, STRANGER, { ...ADA, name: 'Ольга  Петрова' })).toMatchObject({ ok: true });
  const [first, again] = [await known(who, STRANGER), await known(who, STRANGER.toLowerCase())];
  expect(first).toEqual(again);
  expect(first).toMatchObject({ counterparty: { ...ADA, name: 'Ольга Петрова' } });
  const other = await approved();
  expect(await known(other, STRANGER)).toBeUndefined();
  expect(await send(who, STRANGER, { saidAt: first?.saidAt })).toMatchObject({ ok: true });
  // Said once more it is the same; something else is not what was reviewed.
  await say(who, STRANGER, { ...ADA, name: 'Ольга Петрова' });
  expect((await known(who, STRANGER))?.saidAt).toBe(first?.saidAt);
  server.deps.clock.advance(1_000);
  await say(who, STRANGER, ADA);
  expect(await send(who, STRANGER, { saidAt: first?.saidAt })).toMatchObject({
    refusal: { code: 'COUNTERPARTY_UNKNOWN' },
  });
});

test('KEEP-07 KEEP-13 originator and beneficiary are handed over before sending, from the first dollar', async () => {
  const who = await approved({ market: 'AUD' });
  await say(who, STRANGER, ADA);
  const id = await sent(who, STRANGER, { amount: '0.01' });
  const handed: OutgoingTransfer[] = [];
  const silent = withTravelRule({
    handOver: (transfer) => {
      handed.push(transfer);
      return Promise.resolve(undefined);
    },
  });
  await moveDue(silent);
  expect(handed).toEqual([
    {
      reference: `withdrawal:${id}`,
      currency: 'ETH',
      network: 'Ethereum',
      amount: '0.01',
      address: STRANGER.toLowerCase(),
      tag: '',
      originator: {
        ...{ id: who.id, first: 'Test', last: 'Person', country: 'AU' },
        home: (await newestCertification(server.deps.db, who.id))?.home,
      },
      beneficiary: ADA,
    },
  ]);
  expect(handed[0]?.originator.home, 'HARD-59 with the certified address').toBeDefined();
  expect(await look(who, id)).not.toHaveProperty('delayed');
  server.deps.clock.advance(3_000);
  await moveDue(silent);
  // No answer holds it, and the customer reads only that it takes longer.
  expect(await look(who, id)).toMatchObject({ status: 'requested', delayed: true });
  expect(await waiting(who)).toMatchObject([{ kind: 'withdrawal-delayed', reference: id }]);
  server.deps.clock.advance(61_000);
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('broadcast');
});

test('EYE-05 U17 a withdrawal says the name that its customer gave by law, and none of an own wallet', async () => {
  const who = await approved();
  await say(who, STRANGER, ADA);
  expect(await look(who, await sent(who, STRANGER))).toMatchObject({ recipient_name: ADA.name });
  await say(who, OWN_WALLET, MINE);
  const { data } = await server.api.must(
    createWithdrawal,
    { amount: '0.01', ...to(OWN_WALLET), password },
    { credential: who.credential, idempotencyKey: newKey() },
  );
  expect(await look(who, data.withdrawal_id)).not.toHaveProperty('recipient_name');
});

test('KEEP-07 nothing is handed over of what can still be taken back, or was', async () => {
  const who = await approved();
  const reply = await send(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  if (!reply.ok) throw new Error(reply.refusal.message);
  await sendDue(server.deps);
  let asked = 0;
  const counting = withTravelRule({
    handOver: () => {
      asked++;
      return Promise.resolve(undefined);
    },
  });
  await moveDue(counting);
  expect(asked).toBe(0);
  const request = { withdrawal_id: reply.value.data.withdrawal_id };
  const { credential } = who;
  await server.api.must(cancelWithdrawal, request, { credential });
  server.deps.clock.advance(310_000);
  await moveDue(counting);
  expect(asked).toBe(0);
});

test('KEEP-07 a withdrawal that the recipient’s provider does not take comes back, with what to do', async () => {
  const who = await approved();
  await writeSwitch(server.deps.db, 'beneficiary', 'refused');
  const id = await sent(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  for (let i = 0; i < 3; i++) await moveDue(server.deps);
  expect(await look(who, id)).toMatchObject({ status: 'cancelled', cancelled_for: 'recipient' });
  expect(await balance(who)).toEqual(['20', '0', '0']);
  await sendDue(server.deps);
  const [mail] = await sandbox.inbox(who.email);
  expect(mail?.text).toContain('because the recipient’s provider did not take it');
  expect(mail?.text).toContain('under which name their provider knows them');
});

test('HARD-57 halves within a day count together for the control of an own wallet', async () => {
  await sandbox.market('ETH', '4000');
  let who = await approved({ market: 'EUR' });
  await say(who, OWN_WALLET, MINE);
  const part = { amount: '0.2' };
  expect(await send(who, OWN_WALLET, part)).toMatchObject({ ok: true });
  expect(await known(who, OWN_WALLET, '0.2')).toHaveProperty('control');
  expect(await send(who, OWN_WALLET, part)).toMatchObject({ refusal: { code: 'CONTROL_NEEDED' } });
  who = await later(server, who, 25);
  await sandbox.market('ETH', '4000');
  expect(await known(who, OWN_WALLET, '0.2')).not.toHaveProperty('control');
  expect(await send(who, OWN_WALLET, part)).toMatchObject({ ok: true });
});

test('KEEP-07 from EUR 1,000 on the control of an own wallet is shown once, by a message it signs', async () => {
  const who = await approved({ market: 'EUR' });
  await say(who, OWN_WALLET, MINE);
  // At any price of the tests, a hundredth is worth less than that, and two are worth more.
  expect(await known(who, OWN_WALLET, '0.01')).not.toHaveProperty('control');
  expect(await send(who, OWN_WALLET, { amount: '0.01' })).toMatchObject({ ok: true });
  const { message } = (await known(who, OWN_WALLET, '2'))?.control ?? {};
  expect(message).toContain(OWN_WALLET.toLowerCase());
  expect(await send(who, OWN_WALLET, { amount: '2' })).toMatchObject({
    refusal: { code: 'CONTROL_NEEDED' },
  });
  const prove = (given: string, { credential }: Person = who) =>
    server.api.call(proveRecipient, { ...to(OWN_WALLET), signature: given }, { credential });
  expect(await prove(signedByOwnWallet(`${message} `))).toMatchObject({
    refusal: { code: 'INVALID_INPUT' },
  });
  // Another customer's message is another one: what somebody signed for them proves nothing here.
  const other = await approved({ market: 'EUR' });
  await say(other, OWN_WALLET, MINE);
  expect(await prove(signedByOwnWallet(message ?? ''), other)).toMatchObject({
    refusal: { code: 'INVALID_INPUT' },
  });
  expect(await prove(signedByOwnWallet(message ?? ''))).toMatchObject({ ok: true });
  expect(await known(who, OWN_WALLET, '2')).not.toHaveProperty('control');
  expect(await send(who, OWN_WALLET, { amount: '2' })).toMatchObject({ ok: true });
  // Said to be somebody else's and mine again, it has to be shown again.
  await say(who, OWN_WALLET, ADA);
  await say(who, OWN_WALLET, MINE);
  expect(await known(who, OWN_WALLET, '2')).toHaveProperty('control');
});

test('KEEP-13 Australian law has no such threshold, and a provider’s address needs no proof', async () => {
  const australian = await approved({ market: 'AUD' });
  await say(australian, OWN_WALLET, MINE);
  expect(await known(australian, OWN_WALLET, '5')).not.toHaveProperty('control');
  expect(await send(australian, OWN_WALLET, { amount: '5' })).toMatchObject({ ok: true });
  const european = await approved({ market: 'EUR' });
  await say(european, OWN_WALLET, { ...MINE, provider: 'Example Exchange' });
  expect(await send(european, OWN_WALLET, { amount: '5' })).toMatchObject({ ok: true });
});

/** A deposit that its network shows as sent from an address, with all its confirmations. */
async function arrives(who: Person, sender: string): Promise<void> {
  const { db, clock } = server.deps;
  const seen = { recipient: who.email, currency: 'ETH', amount: '0.1', network: 'Ethereum' };
  await depositInSandbox(db, clock.now, { ...seen, confirmations: null, senders: sender });
  await stepDeposits(server.deps);
}

test('KEEP-07 so it is by a small deposit from it', async () => {
  const who = await approved({ market: 'EUR' });
  await say(who, OWN_WALLET, MINE);
  expect(await known(who, OWN_WALLET, '2')).toHaveProperty('control');
  await arrives(who, STRANGER);
  expect(await known(who, OWN_WALLET, '2')).toHaveProperty('control');
  await arrives(who, OWN_WALLET);
  expect(await known(who, OWN_WALLET, '2')).not.toHaveProperty('control');
});

test('KEEP-07 a deposit from an own wallet beside an address of somebody else proves nothing', async () => {
  const who = await approved({ market: 'EUR' });
  await say(who, OWN_WALLET, MINE);
  await arrives(who, `${OWN_WALLET} ${STRANGER}`);
  expect(await known(who, OWN_WALLET, '2')).toHaveProperty('control');
  await say(who, STRANGER, MINE);
  await arrives(who, `${OWN_WALLET} ${STRANGER}`);
  expect(await known(who, OWN_WALLET, '2')).not.toHaveProperty('control');
});

test('KEEP-07 a deposit of which nobody says who sent it is asked about, and held until that is answered', async () => {
  const who = await approved();
  const { credential } = who;
  await writeSwitch(server.deps.db, 'originator', 'missing');
  await arrives(who, STRANGER);
  expect(await balance(who)).toEqual(['20', '0', '0.1']);
  const [asked] = await waiting(who);
  expect(asked).toMatchObject({ kind: 'deposit-asks', amount: '0.1' });
  const { data } = await server.api.must(listReceiving, {}, { credential });
  expect(data.incoming).toMatchObject([{ state: 'pending', asks: true }]);
  await sendDue(server.deps);
  const [mail] = await sandbox.inbox(who.email);
  expect(mail?.subject).toBe('Your deposit waits for an answer');
  expect(mail?.text).toContain('go to Help, “Something takes long”');

  const deposit_id = asked && 'reference' in asked ? asked.reference : '';
  const answer = (counterparty: Counterparty, by: Person = who) =>
    server.api.call(answerDeposit, { deposit_id, counterparty }, { credential: by.credential });
  expect(await answer({ ...ADA, country: 'XX' })).toMatchObject({
    refusal: { code: 'INVALID_INPUT' },
  });
  expect(await answer(ADA, await approved())).toMatchObject({ status: 404 });
  await stepDeposits(server.deps);
  expect(await balance(who)).toEqual(['20', '0', '0.1']);
  expect(await answer(ADA)).toMatchObject({ ok: true });
  expect(await answer({ ...ADA, name: 'Somebody Else' })).toMatchObject({ ok: true });
  await stepDeposits(server.deps);
  expect(await balance(who)).toEqual(['20.1', '0', '0']);
  expect(await waiting(who)).toEqual([]);
  // What was said first counts, and the next one from there needs no question.
  expect(await known(who, STRANGER)).toMatchObject({ counterparty: ADA });
  await arrives(who, STRANGER);
  expect(await balance(who)).toEqual(['20.2', '0', '0']);
});

test('KEEP-06 KEEP-07 whoever is named as the other side is screened, too', async () => {
  const { db, clock } = server.deps;
  const who = await approved();
  await listInSandbox(db, clock.now, ADA.name);
  await writeSwitch(db, 'originator', 'missing');
  await arrives(who, STRANGER);
  const [asked] = await waiting(who);
  const deposit_id = asked && 'reference' in asked ? asked.reference : '';
  const { credential } = who;
  await server.api.must(answerDeposit, { deposit_id, counterparty: ADA }, { credential });
  for (let i = 0; i < 3; i++) await stepDeposits(server.deps);
  expect(await balance(who)).toEqual(['20', '0', '0.1']);
  const id = await sent(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  let handed = 0;
  const counting = withTravelRule({
    handOver: () => {
      handed++;
      return Promise.resolve(undefined);
    },
  });
  for (let i = 0; i < 3; i++) await moveDue(counting);
  expect(await look(who, id)).toMatchObject({ status: 'requested', delayed: true });
  // Nothing is told to another provider of what may be a crime.
  expect(handed).toBe(0);
});

test('KEEP-07 what a server of the version before has set aside goes on without the question', async () => {
  const { db } = server.deps;
  const who = await approved();
  const id = await sent(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await sql`delete from travel_rule where id = ${`withdrawal:${id}`}`.execute(db);
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('requested');
  await travelRuleLoop.round(server.deps, new AbortController().signal);
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('broadcast');
});
