import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Provider, type Seen } from '#tests/support/provider.ts';
import { type AirwallexSettings, airwallexBank, signNotice } from './airwallex.ts';
import type { Bank } from './bank.ts';

/** As the public documentation of Airwallex shows them. */
const deposit = {
  id: '67f687fe-dcf4-4462-92fa-20335301d9d8',
  type: 'BANK_TRANSFER',
  status: 'SETTLED',
  created_at: '2017-03-20T14:00:01+1100',
  currency: 'AUD',
  amount: 12794.27,
  global_account_id: 'fcfc369c-ce9d-4ab7-b9af-80df61848f8f',
  payer: {
    name: 'Tester Smith',
    country_code: 'AU',
    bank_account: {
      type: 'AU_BSB',
      au_bsb: { bsb: '063001', account_number: '89098199202' },
      name: 'Tester Smith',
      institution: { swift_code: 'ANZBNZ22', name: 'ANZ Bank Limited', country_code: 'AU' },
    },
  },
  reference: '5487287788',
};
const account = {
  account_name: 'John Smith',
  account_number: '03345102',
  country_code: 'DE',
  iban: 'DE89370400440532013000',
  swift_code: 'COBADEFFXXX',
  id: '7f687fe6-dcf4-4462-92fa-80335301d9d2',
  institution: { name: 'Bank', city: 'Berlin' },
  request_id: 'u1-EUR',
  status: 'ACTIVE',
  supported_features: [{ currency: 'EUR', transfer_method: 'LOCAL', routing_codes: [] }],
};
const aussie = {
  ...account,
  iban: undefined,
  swift_code: undefined,
  account_number: '12345678',
  request_id: 'u1-AUD',
  supported_features: [
    {
      currency: 'AUD',
      transfer_method: 'LOCAL',
      routing_codes: [{ type: 'bsb', value: '802-985' }],
    },
  ],
};

/** An answer with another status than 200. */
class Refusal {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: object | string) {
    this.status = status;
    this.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
}

const NOW = Date.parse('2026-01-02T03:04:05Z');
let now = NOW;
let answers: (seen: Seen) => unknown;
const provider = new Provider((seen) => {
  if (seen.path.endsWith('/authentication/login')) {
    return JSON.stringify({ token: 'tok', expires_at: new Date(now + 1_800_000).toISOString() });
  }
  const answer = answers(seen);
  if (typeof answer === 'string') return answer;
  if (answer instanceof Refusal) return answer;
  return answer === undefined ? { status: 404 } : JSON.stringify(answer);
});
let bank: Bank;
let settings: AirwallexSettings;
beforeAll(async () => {
  const baseUrl = await provider.start();
  settings = {
    ...{ baseUrl, clientId: 'id', apiKey: 'key', webhookSecret: 'secret' },
    statements: { url: `${baseUrl}/statements/{day}?of={day}`, token: 'reads-only' },
  };
});
beforeEach(() => {
  provider.seen.length = 0;
  now = NOW;
  bank = airwallexBank(settings, () => now);
});
afterAll(() => provider.stop());

test('BANK-06 one token is used until it ends, and sent with every question', async () => {
  answers = () => ({ has_more: false, items: [] });
  now = NOW + 10_000_000;
  await bank.transfers(new Date(NOW));
  await bank.transfers(new Date(NOW));
  now += 1_800_000;
  await bank.transfers(new Date(NOW));
  const logins = provider.seen.filter(({ path }) => path.endsWith('/login'));
  expect(logins.map(({ headers }) => [headers['x-client-id'], headers['x-api-key']])).toEqual([
    ['id', 'key'],
    ['id', 'key'],
  ]);
  const lists = provider.seen.filter(({ path }) => path.includes('/deposits'));
  expect(lists).toHaveLength(3);
  expect(lists.every(({ headers }) => headers.authorization === 'Bearer tok')).toBe(true);
});

test('BANK-06 transfers are read page by page, with amounts as they are written', async () => {
  const other = { ...deposit, id: 'b', status: 'NEW_WORD', payer: {} };
  answers = ({ path }) =>
    path.includes('page_num=0')
      ? { has_more: true, items: [deposit, { id: 'odd' }] }
      : { has_more: false, items: [other] };
  expect(await bank.transfers(new Date(NOW))).toEqual([
    {
      id: deposit.id,
      accountId: deposit.global_account_id,
      currency: 'AUD',
      amount: '12794.27',
      payer: 'Tester Smith',
      reference: '5487287788',
      status: 'settled',
    },
    expect.objectContaining({ id: 'b', payer: '', status: 'pending' }),
  ]);
  expect(provider.seen.at(-1)?.path).toContain('from_created_at=2026-01-02T03%3A04%3A05.000Z');
  answers = () => undefined;
  expect(await bank.transfers(new Date(NOW))).toBeUndefined();
});

test('BANK-06 a single transfer is believed only under its own id', async () => {
  answers = () => ({ ...deposit, status: 'REVERSED' });
  expect(await bank.transfer(deposit.id)).toMatchObject({ status: 'reversed' });
  expect(await bank.transfer('another')).toBeUndefined();
});

test('BANK-02 an account is opened once for a request, with what payers need', async () => {
  let made = 0;
  answers = ({ method }) => {
    if (method === 'GET') return { items: made > 0 ? [account] : [] };
    made += 1;
    return account;
  };
  const owner = { requestId: 'u1-EUR', name: 'John Smith', currency: 'EUR' } as const;
  const opened = await bank.openAccount(owner);
  expect(opened).toMatchObject({
    ...{ state: 'open', externalId: account.id },
    details: { iban: account.iban, bic: 'COBADEFFXXX', accountNumber: '' },
  });
  expect(await bank.openAccount(owner)).toEqual(opened);
  expect(made).toBe(1);
  answers = () => ({ items: [aussie] });
  expect(
    await bank.openAccount({ requestId: 'u1-AUD', name: 'John Smith', currency: 'AUD' }),
  ).toMatchObject({ details: { iban: '', bsb: '802985', accountNumber: '12345678' } });
});

const AUSSIE = { requestId: 'u1-AUD', name: 'John Smith', currency: 'AUD' } as const;

test.each([
  ['PROCESSING', 'opening'],
  ['A_WORD_OF_TOMORROW', 'opening'],
  ['FAILED', 'failed'],
  ['CLOSED', 'closed'],
] as const)('READ-18 an account that is %s is %s, and keeps its id', async (status, state) => {
  const told = { ...aussie, status };
  answers = ({ path }) => (path.includes('request_id=') ? { items: [told] } : told);
  const known = { state, externalId: account.id };
  expect(await bank.openAccount(AUSSIE)).toEqual(known);
  expect(await bank.account(account.id, AUSSIE)).toEqual(known);
  expect(provider.seen.at(-1)?.path).toBe(`/api/v1/global_accounts/${account.id}`);
  // An answer about another one is none.
  expect(await bank.account('another', AUSSIE)).toBeUndefined();
  answers = () => undefined;
  expect(await bank.openAccount(AUSSIE)).toBeUndefined();
  expect(await bank.account(account.id, AUSSIE)).toBeUndefined();
});

const bsb = { type: 'bsb', value: '802-985' };
const swift = { currency: 'AUD', transfer_method: 'SWIFT', swift_code: 'AIRWAU2S' };
const local = { currency: 'AUD', transfer_method: 'LOCAL' };
const alias = { type: 'PAY_ID', value: 'pay@example.com', status: 'ACTIVE' };

test.each([
  ['behind SWIFT', { supported_features: [swift, { ...local, routing_codes: [bsb] }] }],
  ['in the account', { supported_features: [swift, local], routing_codes: [bsb] }],
  [
    'under another name',
    { supported_features: [{ ...local, routing_codes: [{ ...bsb, type: 'AU_BSB' }] }] },
  ],
  [
    'in the feature, with the number',
    {
      account_number: undefined,
      supported_features: [{ ...local, account_number: '12345678', routing_codes: [bsb] }],
    },
  ],
] as const)(
  'READ-18 the details of an Australian account are found %s, and its PayID among its aliases',
  async (_, part) => {
    answers = ({ path }) =>
      path.endsWith('/aliases')
        ? { items: [{ ...alias, value: 'old@example.com', status: 'CANCELLED' }, alias] }
        : {
            items: [
              { ...aussie, ...part, alternate_account_identifiers: { email: 'of@interac.ca' } },
            ],
          };
    expect(await bank.openAccount(AUSSIE)).toMatchObject({
      details: { bsb: '802985', accountNumber: '12345678', payId: 'pay@example.com', iban: '' },
    });
    // Without an answer about them it has none.
    const listed = answers;
    answers = (seen) => (seen.path.endsWith('/aliases') ? undefined : listed(seen));
    expect(await bank.openAccount(AUSSIE)).toMatchObject({ details: { bsb: '802985', payId: '' } });
  },
);

test.each([
  ['as its number', { iban: undefined, account_number: account.iban }],
  [
    'in a feature',
    { iban: undefined, supported_features: [{ currency: 'EUR', iban: account.iban }] },
  ],
  [
    'among the routing codes',
    { iban: undefined, routing_codes: [{ type: 'iban', value: account.iban }] },
  ],
] as const)(
  'READ-18 an IBAN is found %s, and what is of another currency is not',
  async (_, part) => {
    const other = { currency: 'GBP', transfer_method: 'LOCAL', iban: 'GB06MODR00000003345102' };
    const features = 'supported_features' in part ? part.supported_features : [];
    answers = () => ({
      items: [{ ...account, ...part, supported_features: [other, ...features] }],
    });
    const owner = { requestId: 'u1-EUR', name: 'John Smith', currency: 'EUR' } as const;
    expect(await bank.openAccount(owner)).toMatchObject({
      details: { iban: account.iban, bic: 'COBADEFFXXX', bsb: '', accountNumber: '' },
    });
  },
);

test.each([
  ['beside the account', { name: 'Tester Smith' }, 'Tester Smith'],
  ['in the account only', { bank_account: { name: 'Tester Smith' } }, 'Tester Smith'],
  ['in both', { name: 'X', bank_account: { name: 'Tester Smith' } }, 'Tester Smith'],
  ['empty in one', { name: 'Tester Smith', bank_account: { name: '' } }, 'Tester Smith'],
  ['nowhere', undefined, ''],
] as const)(
  'READ-18 the payer’s name is read where the bank writes it: %s',
  async (_, payer, name) => {
    answers = () => ({ ...deposit, payer });
    expect(await bank.transfer(deposit.id)).toMatchObject({ payer: name });
  },
);

test.each([
  ['Tester Smith', { entity_type: 'PERSONAL' }],
  ['Smith Holdings Pty Ltd', { entity_type: 'COMPANY', company_name: 'Smith Holdings Pty Ltd' }],
] as const)('READ-18 what goes back to %s says which kind of payer it is', async (name, kind) => {
  let ordered: { readonly beneficiary?: object } = {};
  answers = ({ method, path, body }) => {
    if (method === 'POST') ordered = JSON.parse(body);
    if (path.includes('/transfers')) return method === 'POST' ? { id: 'sent' } : { items: [] };
    const { bank_account } = deposit.payer;
    return {
      ...deposit,
      payer: { ...deposit.payer, name, bank_account: { ...bank_account, name } },
    };
  };
  expect(await bank.giveBack(deposit.id, 'r1')).toBe('given');
  expect(ordered.beneficiary).toMatchObject({ ...kind, bank_details: { account_name: name } });
});

test.each([
  [{ failure_reason: '90101 Invalid account name/number' }, 'no-such-account'],
  [{ failure: { code: 'BENEFICIARY_NAME_MISMATCH', message: 'No' } }, 'other-name'],
  [{ failure: { type: 'ACCOUNT_CLOSED' } }, 'account-closed'],
  [{ failure: { description: 'The account is dormant' } }, 'account-closed'],
  [{ failure: 'Invalid IBAN' }, 'no-such-account'],
  [{ failure_type: 'INVALID_ACCOUNT_NAME_OR_NUMBER' }, 'no-such-account'],
  [{ failure: { code: 'ACCOUNT_CURRENCY_MISMATCH' } }, 'refused'],
  [{ failure: null }, 'refused'],
] as const)('READ-18 why a payout failed is read in either form: %j', async (said, reason) => {
  answers = () => ({ items: [{ id: 'at-bank', request_id: 'w1', status: 'FAILED', ...said }] });
  expect(await bank.payouts.find('w1')).toEqual({ kind: 'failed', reason });
});

test('READ-18 a transfer that somebody made at the bank with our text goes aside by the bank’s id of it', async () => {
  const made = { created_at: '2026-01-02T03:04:05Z', reference: 'Kopa payout' };
  answers = () => ({
    has_more: false,
    items: [
      { ...made, id: 'by-hand' },
      { ...made, id: 'ours', request_id: 'w1', transfer_currency: 'AUD', transfer_amount: 5 },
    ],
  });
  expect(await bank.payouts.list?.('')).toMatchObject({ references: ['w1'], strange: ['by-hand'] });
});

test('BANK-02 a transfer goes back to the account it came from, once for a request', async () => {
  const sent: unknown[] = [];
  answers = ({ method, path, body }) => {
    if (method === 'POST') {
      sent.push(JSON.parse(body));
      return { id: 'transfer', request_id: 'r1', status: 'INITIATED' };
    }
    if (path.includes('/transfers')) {
      return { items: sent.length > 0 ? [{ id: 'transfer', request_id: 'r1' }] : [] };
    }
    return deposit;
  };
  expect(await bank.giveBack(deposit.id, 'r1')).toBe('given');
  expect(await bank.giveBack(deposit.id, 'r1')).toBe('given');
  expect(sent).toMatchObject([
    {
      request_id: 'r1',
      transfer_amount: '12794.27',
      transfer_currency: 'AUD',
      beneficiary: {
        bank_details: { account_number: '89098199202', account_routing_value1: '063001' },
      },
    },
  ]);
  answers = ({ path }) => (path.includes('/transfers') ? { items: [] } : { ...deposit, payer: {} });
  expect(await bank.giveBack(deposit.id, 'r2')).toBe('impossible');
});

test.each([
  ['REVERSED', 'reversed'],
  ['REJECTED', 'reversed'],
  ['PENDING', undefined],
  ['A_WORD_OF_TOMORROW', undefined],
] as const)('a transfer that is %s at the bank is not sent back', async (status, answer) => {
  answers = ({ method, path }) => {
    if (method === 'POST') throw new Error('it was sent back');
    return path.includes('/transfers') ? { items: [] } : { ...deposit, status };
  };
  expect(await bank.giveBack(deposit.id, 'r1')).toBe(answer);
});

test('BANK-06 a notice counts with its signature and for five minutes', async () => {
  const body = JSON.stringify({ name: 'deposit.settled', data: { id: deposit.id } });
  const heard = (at: number, signature: string) => {
    const headers: Record<string, string> = { 'x-timestamp': String(at), 'x-signature': signature };
    return bank.transferOfNotice(Buffer.from(body), (name) => headers[name]);
  };
  expect(heard(NOW, signNotice('secret', NOW, body))).toEqual({ kind: 'about', id: deposit.id });
  expect(heard(NOW, signNotice('other', NOW, body))).toMatchObject({ kind: 'forged' });
  expect(heard(NOW + 1, signNotice('secret', NOW, body))).toMatchObject({ kind: 'forged' });
  const old = NOW - 5 * 60_000 - 1;
  expect(heard(old, signNotice('secret', old, body))).toMatchObject({ kind: 'forged' });
  expect(bank.transferOfNotice(Buffer.from(body), () => undefined)).toMatchObject({
    kind: 'forged',
  });
});

test('READ-15 a notice about something else than a transfer to us is heard and not asked about', () => {
  const heard = (name: string) => {
    const body = JSON.stringify({ name, data: { id: 'p1' } });
    const signature = signNotice('secret', NOW, body);
    const headers: Record<string, string> = { 'x-timestamp': `${NOW}`, 'x-signature': signature };
    return bank.transferOfNotice(Buffer.from(body), (header) => headers[header]);
  };
  expect(heard('payout.transfer.paid')).toEqual({ kind: 'irrelevant' });
  expect(heard('deposit.settled')).toEqual({ kind: 'about', id: 'p1' });
});

/** A bank whose tokens end when it says so. */
function tokens() {
  let [made, valid] = [0, 0];
  const bankProvider = new Provider(({ path, headers }) => {
    if (path.endsWith('/login')) {
      made += 1;
      valid = made;
      return JSON.stringify({ token: `t${made}`, expires_at: new Date(NOW + 1_800_000) });
    }
    if (headers.authorization !== `Bearer t${valid}`) return { status: 401 };
    return JSON.stringify({ has_more: false, items: [] });
  });
  return {
    provider: bankProvider,
    logins: () => made,
    revoke: () => {
      valid = 0;
    },
  };
}

test('READ-15 many questions at once share one login, and one that was revoked is made anew, once for all of them', async () => {
  const other = tokens();
  const baseUrl = await other.provider.start();
  const real = airwallexBank({ ...settings, baseUrl }, () => now);
  const asked = () => Promise.all(Array.from({ length: 20 }, () => real.isGivenBack('r1')));
  expect(new Set(await asked())).toEqual(new Set([false]));
  expect(other.logins()).toBe(1);
  other.revoke();
  expect(new Set(await asked())).toEqual(new Set([false]));
  expect(other.logins()).toBe(2);
  await other.provider.stop();
});

test('READ-15 a bank that refuses each login, or each token that it has just given, is not asked for one each time', async () => {
  let logins = 0;
  let refusesLogins = true;
  const other = new Provider(({ path }) => {
    if (!path.endsWith('/login')) return { status: 401 };
    logins += 1;
    if (refusesLogins) return { status: 401 };
    return JSON.stringify({ token: 't', expires_at: new Date(NOW + 1_800_000) });
  });
  const baseUrl = await other.start();
  const real = airwallexBank({ ...settings, baseUrl }, () => now);
  for (let i = 0; i < 5; i++) expect(await real.isGivenBack('r1')).toBeUndefined();
  expect(logins).toBe(1);
  refusesLogins = false;
  now += 40_000;
  for (let i = 0; i < 5; i++) expect(await real.isGivenBack('r1')).toBeUndefined();
  expect(logins, 'one, and one instead of it').toBe(3);
  now += 40_000;
  expect(await real.isGivenBack('r1')).toBeUndefined();
  expect(logins).toBe(4);
  await other.stop();
});

test('READ-15 the bank of an account has longer to say whose it is than its scheme takes', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  answers = () => ({ code: 'VERIFIED', details: { account_name_match_result: 'FULL_MATCH' } });
  await bank.payee({ address: account.iban, currency: 'EUR', holder: 'John Smith' });
  expect(limits.mock.calls.map(([ms]) => ms)).toEqual([5_000, 8_000]);
  limits.mockRestore();
});

test('BANK-05 a payout is sent once under our id, and told with what became of it', async () => {
  const sent: Record<string, unknown>[] = [];
  let status: object = { status: 'PROCESSING' };
  answers = ({ method, body }) => {
    if (method === 'POST') sent.push(JSON.parse(body));
    const made = sent.map(({ request_id }) => ({ id: 'at-bank', request_id, ...status }));
    return method === 'POST' ? made.at(-1) : { items: made };
  };
  const order = {
    ...{ reference: 'w1', network: 'Bank transfer', currency: 'AUD', amount: '100.5', tag: '' },
    ...{ address: '062000 12345678', holder: 'John Smith' },
  };
  expect(await bank.payouts.find('w1')).toEqual({ kind: 'none' });
  const under = { kind: 'broadcast', hash: 'at-bank' };
  expect(await bank.payouts.send(order)).toEqual(under);
  expect(await bank.payouts.send(order), 'asked again, as after a lost answer').toEqual(under);
  expect(sent).toMatchObject([
    {
      request_id: 'w1',
      transfer_amount: '100.5',
      transfer_currency: 'AUD',
      beneficiary: {
        bank_details: {
          ...{ account_name: 'John Smith', bank_country_code: 'AU' },
          ...{ account_number: '12345678', account_routing_value1: '062000' },
        },
      },
    },
  ]);
  const told = async (words: object) => {
    status = words;
    return bank.payouts.find('w1');
  };
  expect(await told({ status: 'PAID' })).toEqual({ kind: 'confirmed', hash: 'at-bank' });
  expect(await told({ status: 'A_NEW_WORD' })).toEqual(under);
  const failed = (failure_reason: string) => told({ status: 'FAILED', failure_reason });
  expect(await failed('Account closed')).toEqual({ kind: 'failed', reason: 'account-closed' });
  expect(await failed('Invalid IBAN')).toMatchObject({ reason: 'no-such-account' });
  expect(await failed('Name does not match')).toMatchObject({ reason: 'other-name' });
  expect(await failed('')).toMatchObject({ reason: 'refused' });
  answers = ({ path }) => (path.includes('request_id') ? undefined : { id: 'twice' });
  expect(await bank.payouts.send(order), 'nothing is sent without knowing').toEqual({
    kind: 'unknown',
  });
});

const refusal = (code: string) => new Refusal(400, { code, message: 'no such account' });

/** What the bank answers to an order, whether it has made it, and what that is worth. */
const orders: readonly (readonly [
  what: string,
  answer: unknown,
  made: 'yes' | 'no' | 'silent',
  payout: object,
  back: string | undefined,
])[] = [
  ['that it does', { id: 'at-bank', status: 'PROCESSING' }, 'no', { kind: 'broadcast' }, 'given'],
  [
    'that it will not',
    refusal('validation_failed'),
    'no',
    { kind: 'failed', reason: 'no-such-account' },
    'impossible',
  ],
  [
    'that it will not, and it had done so',
    refusal('validation_failed'),
    'yes',
    { kind: 'broadcast' },
    'given',
  ],
  [
    'that it will not, and not whether it had',
    refusal('validation_failed'),
    'silent',
    { kind: 'unknown' },
    undefined,
  ],
  [
    'that it has it already, and does not show it',
    refusal('duplicate_request_id'),
    'no',
    { kind: 'unknown' },
    undefined,
  ],
  ['a refusal without a reason', new Refusal(400, '<html>'), 'no', { kind: 'unknown' }, undefined],
  ['that it is too busy', new Refusal(429, { code: 'busy' }), 'no', { kind: 'unknown' }, undefined],
  ['that it is broken', new Refusal(500, { code: 'broken' }), 'no', { kind: 'unknown' }, undefined],
];

test.each(orders)(
  'HARD-88 an order to the bank that says %s is done, will never be done, or is not known',
  async (_, answer, made, payout, back) => {
    let asked = false;
    answers = ({ method, path }) => {
      if (method === 'POST') {
        asked = true;
        return answer;
      }
      if (!path.includes('/transfers')) return deposit;
      if (!asked) return { items: [] };
      if (made === 'silent') return undefined;
      const status = 'PROCESSING';
      return {
        items: made === 'no' ? [] : [{ id: 'at-bank', request_id: 'w1', status }],
      };
    };
    const order = {
      ...{ reference: 'w1', network: 'Bank transfer', currency: 'AUD', amount: '100.5', tag: '' },
      ...{ address: '062000 12345678', holder: 'John Smith' },
    };
    expect(await bank.payouts.send(order)).toMatchObject(payout);
    asked = false;
    expect(await bank.giveBack(deposit.id, 'w1')).toBe(back);
  },
);

const statementOf = (day: string, closing: string) => {
  const balance = (kind: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${balance('OPBD', '7.00')}${balance('CLBD', closing)}</Stmt></BkToCstmrStmt></Document>`;
};

test('BANK-06 the statement of a day is read where the configuration says, with a token of its own', async () => {
  answers = () => statementOf('2026-01-01', '7.00');
  expect(await bank.statement?.('2026-01-01')).toMatchObject({
    ok: true,
    statements: [{ day: '2026-01-01', closing: 700n }],
  });
  const [asked, ...others] = provider.seen;
  expect(others).toEqual([]);
  expect(asked?.path).toBe('/statements/2026-01-01?of=2026-01-01');
  expect(asked?.headers).toMatchObject({ authorization: 'Bearer reads-only' });
  answers = () => statementOf('2026-01-01', '7.01');
  expect(await bank.statement?.('2026-01-01')).toMatchObject({ ok: false });
  answers = () => undefined;
  expect(await bank.statement?.('2026-01-01')).toBeUndefined();
  const silent = airwallexBank(
    { baseUrl: '', clientId: '', apiKey: '', webhookSecret: '', statements: undefined },
    () => now,
  );
  expect(silent.statement).toBeUndefined();
});

test('KEEP-17 the bank of an account says whose it is, and anything else is no answer', async () => {
  const ask = (currency: string, address: string) =>
    bank.payee({ address, currency, holder: 'John Smith' });
  const said = (details: object) => () => ({ code: 'VERIFIED', message: '', details });
  answers = said({
    account_name_match_result: 'PARTIAL_MATCH',
    resolved_account_name: 'J SMITH',
    resolved_bank_name: 'Bank',
  });
  expect(await ask('EUR', account.iban)).toEqual({ answer: 'close', name: 'J SMITH' });
  const { path, body } = provider.seen.at(-1) ?? {};
  expect(path).toBe('/api/v1/beneficiaries/verify_account');
  expect(JSON.parse(body ?? '')).toEqual({
    account_details: {
      bank_details: {
        account_name: 'John Smith',
        account_currency: 'EUR',
        bank_country_code: 'DE',
        iban: account.iban,
      },
    },
    entity_type: 'PERSONAL',
    transfer_method: 'LOCAL',
  });
  for (const [result, answer] of [
    ['FULL_MATCH', 'match'],
    // A company’s account, whatever its name.
    ['FULL_MATCH_INCORRECT_TYPE', 'none'],
    ['PARTIAL_MATCH_INCORRECT_TYPE', 'none'],
    ['NOT_MATCHED', 'none'],
  ] as const) {
    answers = said({ account_name_match_result: result, resolved_account_name: 'X' });
    const name = answer === 'none' ? '' : 'X';
    expect(await ask('EUR', account.iban)).toEqual({ answer, name });
  }
  for (const silent of [
    said({}),
    said({ account_name_match_result: 'A_NEW_WORD' }),
    () => ({ code: 'CANNOT_VERIFY' }),
    () => ({ code: 'EXTERNAL_SERVICE_UNAVAILABLE' }),
    () => 'not JSON',
    () => undefined,
  ]) {
    answers = silent;
    expect(await ask('EUR', account.iban)).toBeUndefined();
  }
});

/** So many transfers, half a minute apart, and among them 2,500 of the same second. */
const MANY = 120_000;
const BURST = { from: 50_000, to: 52_500 };
const SPACE_MS = 30_000;
const FIRST = Date.parse('2026-01-01T00:00:00Z');
const madeAt = (number: number): number => {
  const inBurst = number >= BURST.from && number < BURST.to;
  return FIRST + (inBurst ? BURST.from : number) * SPACE_MS;
};

/** The first of them that was not made before a moment. */
function firstFrom(moment: number): number {
  const number = Math.max(0, Math.ceil((moment - FIRST) / SPACE_MS));
  if (number > BURST.from && number < BURST.to) return BURST.to;
  return Math.min(number, MANY);
}

/** A page of the list, oldest first, as the bank answers it. */
function pageOfMany(path: string) {
  const asked = new URL(path, 'http://bank').searchParams;
  const from = Date.parse(asked.get('from_created_at') ?? new Date(FIRST).toISOString());
  const to = asked.get('to_created_at');
  const first = firstFrom(from) + Number(asked.get('page_num')) * 100;
  const end = to === null ? MANY : firstFrom(Date.parse(to) + 1);
  const size = Math.max(0, Math.min(100, end - first));
  const items = Array.from({ length: size }, (_, at) => ({
    ...deposit,
    ...{ id: `d${first + at}`, request_id: `r${first + at}`, reference: 'Kopa payout' },
    created_at: new Date(madeAt(first + at)).toISOString(),
  }));
  return { has_more: first + size < end, items };
}

test('HARD-82 a list of more than 100,000 transfers is read to its end, in parts that each get a cursor', async () => {
  now = madeAt(MANY - 1) + 60_000;
  const { payouts } = airwallexBank(settings, () => now);
  answers = ({ path }) => pageOfMany(path);
  const seen = new Set<string>();
  const cursors: string[] = [''];
  let most = 0;
  for (let more = true; more; ) {
    const page = await payouts.list?.(cursors.at(-1) ?? '');
    if (!page) throw new Error('no answer');
    most = Math.max(most, page.references.length);
    for (const reference of page.references) seen.add(reference);
    cursors.push(page.cursor);
    more = page.more;
  }
  expect(seen.size).toBe(MANY);
  // Nobody has to hold the whole list, and what was read is not read again after a stop.
  expect(most).toBeLessThanOrEqual(BURST.to - BURST.from + 2_000);
  // The last one goes back an hour, because a list may lag behind.
  const parts = cursors.slice(0, -1);
  expect([...parts].sort()).toEqual(parts);
  expect(new Set(cursors).size).toBe(cursors.length);
  // At most three times as many questions as pages.
  expect(provider.seen.length).toBeLessThan((3 * MANY) / 100);
}, 120_000);

test('HARD-82 deposits of days with more than a list has pages are all read, and accounts part by part', async () => {
  now = madeAt(MANY - 1) + 60_000;
  const other = airwallexBank(settings, () => now);
  answers = ({ path }) => pageOfMany(path);
  const since = madeAt(MANY - 5_000);
  const all = await other.transfers(new Date(since));
  expect(new Set(all?.map(({ id }) => id)).size).toBe(5_000);
  answers = ({ path }) => {
    const { items, has_more } = pageOfMany(path);
    const accounts = items.map(({ created_at, request_id }) => ({
      ...{ ...account, created_at, request_id },
    }));
    return { has_more, items: accounts };
  };
  const first = await other.accounts?.(new Date(since).toISOString());
  expect(first?.more).toBe(true);
  const rest = await other.accounts?.(first?.cursor ?? '');
  expect(rest?.accounts.length).toBeGreaterThan(0);
});

test('READ-15 only the bank’s own words say that there is no such transfer, not a gateway’s or none', async () => {
  let body = '';
  answers = () => new Refusal(404, body);
  for (body of ['', '{}', '{"message":"no Route matched with those values"}', '<html></html>']) {
    expect(await bank.transfer('d-9'), body).toBeUndefined();
  }
  body = '{"code":"not_found","message":"No such deposit"}';
  expect(await bank.transfer('d-9')).toBe('none');
});
