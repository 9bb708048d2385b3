import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  answerDeposit,
  describeRecipient,
  proveRecipient,
} from '#core/contract/money/counterparty.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
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
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { OWN_WALLET, signedByOwnWallet } from '#tests/support/own-wallet.ts';
import { ADA } from '#tests/support/recipients.ts';
import { world } from '#tests/support/world.ts';

const kopa = world();

/** Somebody's that no customer was asked about. */
const STRANGER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const MINE: Counterparty = { owner: 'customer', name: '', country: '', provider: '' };

const approved = (options: PersonOptions = {}): Promise<Member> =>
  kopa.customer({ balances: { ETH: '20' }, ...options });

const to = (cryptoAddress: string) => ({ paymentRouteId: 'eth-ethereum', cryptoAddress, tag: '' });

const send = (who: Member, cryptoAddress: string, more: object = {}) =>
  who.call(createWithdrawal, { amount: '0.5', ...to(cryptoAddress), password, ...more });

async function sent(who: Member, address: string, more: object = {}): Promise<string> {
  const reply = await send(who, address, more);
  if (!reply.ok) throw new Error(reply.refusal.message);
  await sendDue(kopa.deps);
  kopa.clock.advance(310_000);
  return reply.value.data.withdrawal_id;
}

const say = (who: Member, address: string, counterparty: Counterparty) =>
  who.call(describeRecipient, { ...to(address), counterparty });

const known = async (who: Member, address: string, amount?: string) => {
  const request = { ...to(address), ...(amount !== undefined && { amount }) };
  return (await who.must(checkWithdrawalAddress, request)).data.recipient;
};

/** The same server, with a party of the test's own. */
const withTravelRule = (travelRule: Partial<TravelRule>): Deps => {
  const { parties } = kopa.deps;
  return {
    ...kopa.deps,
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
  expect(await who.holds('ETH')).toEqual(['20', '0', '0']);
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
  kopa.clock.advance(1_000);
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
        home: (await newestCertification(kopa.db, who.id))?.home,
      },
      beneficiary: ADA,
    },
  ]);
  expect(handed[0]?.originator.home, 'HARD-59 with the certified address').toBeDefined();
  expect(await who.withdrawal(id)).not.toHaveProperty('delayed');
  kopa.clock.advance(3_000);
  await moveDue(silent);
  // No answer holds it, and the customer reads only that it takes longer.
  expect(await who.withdrawal(id)).toMatchObject({ status: 'requested', delayed: true });
  expect(await who.waiting()).toMatchObject([{ kind: 'withdrawal-delayed', reference: id }]);
  kopa.clock.advance(61_000);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('broadcast');
});

test('EYE-05 U17 a withdrawal says the name that its customer gave by law, and none of an own wallet', async () => {
  const who = await approved();
  await say(who, STRANGER, ADA);
  expect(await who.withdrawal(await sent(who, STRANGER))).toMatchObject({
    recipient_name: ADA.name,
  });
  await say(who, OWN_WALLET, MINE);
  const { data } = await who.must(createWithdrawal, {
    amount: '0.01',
    ...to(OWN_WALLET),
    password,
  });
  expect(await who.withdrawal(data.withdrawal_id)).not.toHaveProperty('recipient_name');
});

test('KEEP-07 nothing is handed over of what can still be taken back, or was', async () => {
  const who = await approved();
  const reply = await send(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  if (!reply.ok) throw new Error(reply.refusal.message);
  await sendDue(kopa.deps);
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
  await who.must(cancelWithdrawal, request);
  kopa.clock.advance(310_000);
  await moveDue(counting);
  expect(asked).toBe(0);
});

test('KEEP-07 a withdrawal that the recipient’s provider does not take comes back, with what to do', async () => {
  const who = await approved();
  await writeSwitch(kopa.db, 'beneficiary', 'refused');
  const id = await sent(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  for (let i = 0; i < 3; i++) await moveDue(kopa.deps);
  expect(await who.withdrawal(id)).toMatchObject({
    status: 'cancelled',
    cancelled_for: 'recipient',
  });
  expect(await who.holds('ETH')).toEqual(['20', '0', '0']);
  await sendDue(kopa.deps);
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.text).toContain('because the recipient’s provider did not take it');
  expect(mail?.text).toContain('under which name their provider knows them');
});

test('HARD-57 halves within a day count together for the control of an own wallet', async () => {
  await kopa.sandbox.market('ETH', '4000');
  let who = await approved({ market: 'EUR' });
  await say(who, OWN_WALLET, MINE);
  const part = { amount: '0.2' };
  expect(await send(who, OWN_WALLET, part)).toMatchObject({ ok: true });
  expect(await known(who, OWN_WALLET, '0.2')).toHaveProperty('control');
  expect(await send(who, OWN_WALLET, part)).toMatchObject({ refusal: { code: 'CONTROL_NEEDED' } });
  who = await who.later(25);
  await kopa.sandbox.market('ETH', '4000');
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
  const prove = (given: string, { credential }: Member = who) =>
    kopa.api.call(proveRecipient, { ...to(OWN_WALLET), signature: given }, { credential });
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
async function arrives(who: Member, sender: string): Promise<void> {
  const { db, clock } = kopa.deps;
  const seen = { recipient: who.email, currency: 'ETH', amount: '0.1', network: 'Ethereum' };
  await depositInSandbox(db, clock.now, { ...seen, confirmations: null, senders: sender });
  await stepDeposits(kopa.deps);
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
  await writeSwitch(kopa.db, 'originator', 'missing');
  await arrives(who, STRANGER);
  expect(await who.holds('ETH')).toEqual(['20', '0', '0.1']);
  const [asked] = await who.waiting();
  expect(asked).toMatchObject({ kind: 'deposit-asks', amount: '0.1' });
  const { data } = await who.must(listReceiving, {});
  expect(data.incoming).toMatchObject([{ state: 'pending', asks: true }]);
  await sendDue(kopa.deps);
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.subject).toBe('Your deposit waits for an answer');
  expect(mail?.text).toContain('go to Help, “Something takes long”');

  const deposit_id = asked && 'reference' in asked ? asked.reference : '';
  const answer = (counterparty: Counterparty, by: Member = who) =>
    by.call(answerDeposit, { deposit_id, counterparty });
  expect(await answer({ ...ADA, country: 'XX' })).toMatchObject({
    refusal: { code: 'INVALID_INPUT' },
  });
  expect(await answer(ADA, await approved())).toMatchObject({ status: 404 });
  await stepDeposits(kopa.deps);
  expect(await who.holds('ETH')).toEqual(['20', '0', '0.1']);
  expect(await answer(ADA)).toMatchObject({ ok: true });
  expect(await answer({ ...ADA, name: 'Somebody Else' })).toMatchObject({ ok: true });
  await stepDeposits(kopa.deps);
  expect(await who.holds('ETH')).toEqual(['20.1', '0', '0']);
  expect(await who.waiting()).toEqual([]);
  // What was said first counts, and the next one from there needs no question.
  expect(await known(who, STRANGER)).toMatchObject({ counterparty: ADA });
  await arrives(who, STRANGER);
  expect(await who.holds('ETH')).toEqual(['20.2', '0', '0']);
});

test('KEEP-06 KEEP-07 whoever is named as the other side is screened, too', async () => {
  const { db, clock } = kopa.deps;
  const who = await approved();
  await listInSandbox(db, clock.now, ADA.name);
  await writeSwitch(db, 'originator', 'missing');
  await arrives(who, STRANGER);
  const [asked] = await who.waiting();
  const deposit_id = asked && 'reference' in asked ? asked.reference : '';
  await who.must(answerDeposit, { deposit_id, counterparty: ADA });
  for (let i = 0; i < 3; i++) await stepDeposits(kopa.deps);
  expect(await who.holds('ETH')).toEqual(['20', '0', '0.1']);
  const id = await sent(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  let handed = 0;
  const counting = withTravelRule({
    handOver: () => {
      handed++;
      return Promise.resolve(undefined);
    },
  });
  for (let i = 0; i < 3; i++) await moveDue(counting);
  expect(await who.withdrawal(id)).toMatchObject({ status: 'requested', delayed: true });
  // Nothing is told to another provider of what may be a crime.
  expect(handed).toBe(0);
});

test('KEEP-07 what a server of the version before has set aside goes on without the question', async () => {
  const { db } = kopa.deps;
  const who = await approved();
  const id = await sent(who, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await sql`delete from travel_rule where id = ${`withdrawal:${id}`}`.execute(db);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('requested');
  await travelRuleLoop.round(kopa.deps, new AbortController().signal);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('broadcast');
});
