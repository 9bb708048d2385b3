import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { getBankDetails } from '#core/contract/money/bank.ts';
import { swapCrypto } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { decideCase, getCase, listCases } from '#core/contract/staff/desk.ts';
import { screenNewcomers, screenTransfers } from '#server/services/checks/screening/screen-due.ts';
import { syncKyc } from '#server/services/customers/identity/kyc.ts';
import { hearPerson } from '#server/services/customers/identity/verified.ts';
import { findUser, lockAccount } from '#server/services/customers/users/users.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

// The customer typed “Test Person, 1990-01-01”.
const NEAR = { first: 'Tesst', last: 'Person', born: '1990-01-01', country: 'AU' };
const FULL = { first: 'Test Maria', last: 'Person', born: '1990-01-01', country: 'AU' };
const OLDER = { first: 'Test', last: 'Person', born: '1961-01-01', country: 'AU' };
const OTHER = { first: 'Ivan', last: 'Listed', born: '1961-05-05', country: 'RU' };

const checked = async (who: Member, document?: object): Promise<string> => {
  await kopa.sandbox.kyc(who.email, 'approved', undefined, document);
  return statusOf(who);
};
const statusOf = async (who: Member): Promise<string> => {
  const { data } = await who.must(getKycStatus, {});
  return data.kyc_data.find(({ kyc_property: name }) => name === 'kyc_status')?.kyc_value ?? '';
};
const verified = async ({ id }: Member) => {
  const user = await findUser(kopa.db, id);
  return { first: user?.kyc_first_name, last: user?.kyc_last_name, born: user?.kyc_born };
};
const caseOf = async ({ email }: Member, officer: Member) => {
  const { data } = await officer.must(listCases, {});
  return data.find(({ kind, customer }) => kind === 'identity' && customer === email);
};
const decide = async (who: Member, decision: 'theirs' | 'not-theirs') => {
  const officer = await kopa.officer();
  const found = await caseOf(who, officer);
  const asked = {
    kind: 'identity',
    id: found?.id ?? '',
    decision,
    reason: 'Seen on video',
  } as const;
  await officer.must(decideCase, asked);
};

test.each([
  ['their own', undefined, 'approved'],
  ['theirs with all their names', FULL, 'approved'],
  ['nearly theirs', NEAR, 'submitted'],
  ['of another birth date', OLDER, 'submitted'],
  ['of somebody else', OTHER, 'submitted'],
] as const)(
  'READ-09 a green check with a document that is %s is %3$s',
  async (_, document, state) => {
    const who = await kopa.person();
    expect(await checked(who, document)).toBe(state);
    const officer = await kopa.officer();
    const found = await caseOf(who, officer);
    expect(found === undefined).toBe(state === 'approved');
    if (!found) return;
    const { data } = await officer.must(getCase, { kind: 'identity', id: found.id });
    expect(JSON.stringify(data.facts)).toContain(`${document?.first} ${document?.last}`);
    // Asked again, it is the same case.
    expect(await checked(who, document)).toBe('submitted');
    const { data: all } = await officer.must(listCases, {});
    expect(all.filter(({ customer }) => customer === who.email)).toHaveLength(1);
  },
);

test('READ-09 an officer decides whose document it was, once and for as long as it is that document', async () => {
  const [one, other] = [await kopa.person(), await kopa.person()];
  await checked(one, NEAR);
  await decide(one, 'theirs');
  expect(await statusOf(one)).toBe('approved');
  expect(await verified(one)).toEqual({ first: 'Tesst', last: 'Person', born: '1990-01-01' });
  expect(await checked(one, NEAR)).toBe('approved');
  expect((await kopa.sandbox.inbox(one.email))[0]?.subject).toBe('You are verified');
  await checked(other, OTHER);
  await decide(other, 'not-theirs');
  expect(await statusOf(other)).toBe('rejected');
  expect(await checked(other, OTHER)).toBe('rejected');
  expect((await verified(other)).first).toBeNull();
  // A document of their own counts all the same.
  expect(await checked(other, FULL)).toBe('approved');
});

test('READ-09 a document that officers call theirs passes no check that the provider has refused since', async () => {
  const who = await kopa.person();
  await checked(who, NEAR);
  await kopa.sandbox.kyc(who.email, 'rejected');
  expect(await statusOf(who)).toBe('rejected');
  await decide(who, 'theirs');
  expect(await statusOf(who)).toBe('rejected');
});

test('READ-09 who was approved is not any more once the provider names somebody else, and what waits to leave goes back', async () => {
  const who = await kopa.person({ balances: { ETH: '2' } });
  await checked(who);
  const eth = {
    ...{ amount: '0.5', cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
    ...{ paymentRouteId: 'eth-ethereum', password },
  };
  const options = { ...who, idempotencyKey: newKey() };
  const { data } = await kopa.api.must(createWithdrawal, eth, options);
  expect(await checked(who, OTHER)).toBe('submitted');
  const row = await kopa.db
    .selectFrom('withdrawals')
    .select(['status', 'cancelled_for'])
    .where('id', '=', data.withdrawal_id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'cancelled', cancelled_for: 'verification' });
});

test('READ-09 the lists are asked about the document’s person, and about the typed one where it is another', async () => {
  const who = await kopa.person();
  await checked(who, FULL);
  const asked: string[] = [];
  const { parties } = kopa.deps;
  const screening: typeof parties.screening = {
    ...parties.screening,
    screen: (question) => {
      if (question.reference === `customer:${who.id}`) {
        for (const one of question.who) {
          if (one.kind === 'person') asked.push(`${one.name} ${one.born}`);
        }
      }
      return parties.screening.screen(question);
    },
  };
  const deps = { ...kopa.deps, parties: { ...parties, screening } };
  await sql`insert into screenings (id, subject, reference, user_id, state, asked_at, due_at)
    values (${`customer:${who.id}`}, 'customer', ${who.id}, ${who.id}, 'asked', ${deps.clock.sql},
      ${deps.clock.sql}) on conflict (id) do update set due_at = excluded.due_at`.execute(deps.db);
  await screenTransfers(deps);
  await screenNewcomers(deps);
  expect(asked).toEqual(['Test Maria Person 1990-01-01', 'Test Person 1990-01-01']);
});

test('READ-09 a new person of the document is asked about again', async () => {
  const who = await kopa.person();
  await sql`insert into screenings (id, subject, reference, user_id, state, asked_at, due_at)
    values (${`customer:${who.id}`}, 'customer', ${who.id}, ${who.id}, 'clear', now(), null)`.execute(
    kopa.db,
  );
  await checked(who, FULL);
  const { due_at: due } = await kopa.db
    .selectFrom('screenings')
    .select('due_at')
    .where('id', '=', `customer:${who.id}`)
    .executeTakeFirstOrThrow();
  expect(due).not.toBeNull();
});

test('READ-09 cash goes to an account in the name of the document, too', async () => {
  const who = await kopa.person({ market: 'AUD', balances: { AUD: '100' } });
  await checked(who, NEAR);
  await decide(who, 'theirs');
  const account = { bsb: '062-000', account_number: '12345678', currency_id: 'AUD' };
  for (const [at, holder] of ['Tesst Person', 'Test Person', 'Ivan Listed'].entries()) {
    const number = String(10_000_000 + at);
    const entry = {
      ...account,
      kind: 'fiat' as const,
      label: holder,
      holder,
      account_number: number,
    };
    await who.must(saveAddress, entry);
  }
  const { data } = await who.must(getBankDetails, {});
  const standing = (holder: string) =>
    data.payout?.accounts.find((one) => one.holder === holder)?.standing;
  expect(standing('Tesst Person')).not.toBe('other-name');
  expect(standing('Test Person')).not.toBe('other-name');
  expect(standing('Ivan Listed')).toBe('other-name');
});

// Seventeen on the day of the test's clock.
const youngOf = (now: number, born = new Date(now - 17 * 365.25 * 24 * 3600_000)) => ({
  ...{ first: 'Test', last: 'Person', country: 'AU' },
  born: born.toISOString().slice(0, 10),
});

test('SPEC-07 a document that says under 18 closes the profile at once, says why, and leaves the ways out', async () => {
  const who = await kopa.person({ balances: { ETH: '2' } });
  expect(await checked(who, youngOf(kopa.clock.now()))).toBe('approved');
  const { ends_at: ends, claim_until: until } = await kopa.db
    .selectFrom('endings')
    .select(['ends_at', 'claim_until'])
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(ends.getTime()).toBeLessThanOrEqual(kopa.clock.now());
  expect(until.getTime()).toBeGreaterThan(ends.getTime());
  const subjects = (await kopa.sandbox.inbox(who.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Your profile was closed: you are under 18');
  expect(subjects).not.toContain('You are verified');
  // Nothing is bought any more, and what there is goes out.
  const options = { ...who, idempotencyKey: newKey() };
  const pair = { sourceCurrencyId: 'USDC', targetCurrencyId: 'BTC', sourceCurrencyAmount: '100' };
  expect(await who.call(swapCrypto, pair)).toMatchObject({
    refusal: { code: 'LIMIT_EXCEEDED' },
  });
  const eth = {
    ...{ amount: '0.5', cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
    ...{ paymentRouteId: 'eth-ethereum', password },
  };
  expect((await kopa.api.call(createWithdrawal, eth, options)).ok).toBe(true);
  // It is in the register, and is no case of whose document it is.
  const { rows } = await sql<{ reason: string }>`select reason from ended_relationships
    where user_id = ${who.id}`.execute(kopa.db);
  expect(rows).toHaveLength(1);
  const officer = await kopa.officer();
  expect(await caseOf(who, officer)).toBeUndefined();
});

test('SPEC-07 whom an officer has let go on is not closed again by the same document', async () => {
  const who = await kopa.person();
  const young = youngOf(kopa.clock.now());
  await checked(who, young);
  const officer = await kopa.officer();
  const asked = { kind: 'ending', id: who.id, decision: 'go-on', reason: 'Read wrongly' } as const;
  await officer.must(decideCase, asked);
  await checked(who, young);
  const open = kopa.db.selectFrom('endings').selectAll().where('user_id', '=', who.id);
  expect(await open.execute()).toEqual([]);
});

test('SPEC-07 a minor’s document in another name closes nothing until an officer calls it the customer’s', async () => {
  const who = await kopa.person();
  const child = { ...youngOf(kopa.clock.now()), first: 'Tesst' };
  expect(await checked(who, child)).toBe('submitted');
  const endings = kopa.db.selectFrom('endings').select('at_once').where('user_id', '=', who.id);
  expect(await endings.execute()).toEqual([]);
  await decide(who, 'theirs');
  expect(await endings.execute()).toEqual([{ at_once: true }]);
});

test.each([
  ['nearly in their name', { first: 'Tesst' }],
  ['in no name', { first: '', last: '' }],
] as const)(
  'SPEC-07 a minor is not approved with a document %s that an officer called theirs while the check was open again',
  async (_, named) => {
    const who = await kopa.person();
    const child = { ...youngOf(kopa.clock.now()), ...named };
    expect(await checked(who, child)).toBe('submitted');
    await kopa.sandbox.kyc(who.email, 'incomplete', 'Please send it again');
    expect(await statusOf(who)).toBe('incomplete');
    await decide(who, 'theirs');
    const endings = kopa.db.selectFrom('endings').select('at_once').where('user_id', '=', who.id);
    expect(await endings.execute()).toEqual([]);
    await checked(who, child);
    expect(await endings.execute()).toEqual([{ at_once: true }]);
    const subjects = (await kopa.sandbox.inbox(who.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your profile was closed: you are under 18');
    expect(subjects).not.toContain('You are verified');
  },
);

test('SPEC-07 a minor’s document that an officer called theirs is one of a minor after another of their own too', async () => {
  const who = await kopa.person();
  const child = { ...youngOf(kopa.clock.now()), first: 'Tesst' };
  await checked(who, child);
  await kopa.sandbox.kyc(who.email, 'incomplete', 'Please send it again');
  await statusOf(who);
  await decide(who, 'theirs');
  const endings = kopa.db.selectFrom('endings').select('at_once').where('user_id', '=', who.id);
  expect(await checked(who, { ...NEAR, first: 'Test' })).toBe('approved');
  expect(await endings.execute()).toEqual([]);
  await checked(who, child);
  expect(await endings.execute()).toEqual([{ at_once: true }]);
});

test('READ-15 whom the provider does not know a second time is looked at by an officer again, and rejected by nobody else', async () => {
  const who = await kopa.person();
  expect(await checked(who)).toBe('approved');
  const { parties } = kopa.deps;
  const unknown = {
    ...kopa.deps,
    parties: {
      ...parties,
      identity: {
        ...parties.identity,
        review: () => Promise.resolve({ status: 'not_started', gone: true } as const),
      },
    },
  };
  for (const time of ['first', 'second']) {
    expect((await syncKyc(unknown, who.id))?.status, time).toBe('submitted');
    const officer = await kopa.officer();
    expect(await caseOf(who, officer), time).toBeDefined();
    expect(await checked(who), 'known again').toBe('approved');
    expect(await caseOf(who, officer), 'known again').toBeUndefined();
  }
  // What an officer has decided counts.
  await syncKyc(unknown, who.id);
  await decide(who, 'not-theirs');
  expect((await syncKyc(unknown, who.id))?.status).not.toBe('submitted');
});

test('SPEC-07 whoever is 18 on the day of the check is a customer, and another date than the typed one is a case', async () => {
  const who = await kopa.person();
  const now = kopa.clock.now();
  const today = new Date(now - 24 * 3600_000);
  const born = `${today.getUTCFullYear() - 18}${today.toISOString().slice(4, 10)}`;
  expect(await checked(who, { ...youngOf(now), born })).toBe('submitted');
  const officer = await kopa.officer();
  expect(await caseOf(who, officer)).toMatchObject({
    title: 'A document with another date of birth',
  });
});

test('HARD-98 two checks of a customer that officers look at are two cases, and neither is lost', async () => {
  const { db } = kopa.deps;
  const who = await kopa.person();
  expect(await checked(who, OTHER)).toBe('submitted');
  const document = { ...OLDER, latin: '' };
  await inTransaction(db, async (tx) => {
    const user = await lockAccount(tx, who.id);
    const check = 'update-second';
    if (user) expect(await hearPerson(kopa.deps, tx, user, { check, document })).toBe('waits');
  });
  const officer = await kopa.officer();
  const { data } = await officer.must(listCases, {});
  const cases = data.filter(({ kind, customer }) => kind === 'identity' && customer === who.email);
  expect(cases.map(({ title }) => title)).toEqual([
    'A document of somebody else',
    'A document with another date of birth',
  ]);
});
