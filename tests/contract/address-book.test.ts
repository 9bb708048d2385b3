import { expect, test } from 'vitest';
import { deleteAddress, listAddresses, saveAddress } from '#core/contract/account/address-book.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const bitcoin = {
  kind: 'crypto',
  label: 'Cold storage',
  currency_id: 'BTC',
  network: 'Bitcoin',
  address: BTC,
} as const;
const bank = {
  kind: 'fiat',
  label: 'Savings',
  holder: 'Test Person',
  currency_id: 'EUR',
  iban: 'LT12 1000 0111 0100 1000',
} as const;

const book = async (who: Member) => (await who.must(listAddresses, {})).data;
const save = ({ credential }: Member, request: Parameters<typeof send>[0]) =>
  send(request, credential);
const send = (
  request: typeof bitcoin | typeof bank | Record<string, unknown>,
  credential: Member['credential'],
) => kopa.api.call(saveAddress, request as typeof bitcoin, { credential });

test('PROF-05 D19 entries are added, renamed and deleted, and every change sends an e-mail', async () => {
  const someone = await kopa.person();
  const subjects = async () =>
    (await kopa.sandbox.inbox(someone.email)).map((mail) => mail.subject);
  expect(await book(someone)).toEqual({ crypto: [], fiat: [] });
  const added = await someone.must(saveAddress, bitcoin);
  await someone.must(saveAddress, bank);
  const { address_id } = added.data;
  expect(await book(someone)).toEqual({
    crypto: [
      {
        address_id,
        label: 'Cold storage',
        currency_id: 'BTC',
        network: 'Bitcoin',
        address: BTC,
        tag: '',
        whose: 'Ada Lovelace, Lithuania, at Example Exchange',
      },
    ],
    fiat: [
      {
        address_id: expect.any(String),
        label: 'Savings',
        holder: 'Test Person',
        currency_id: 'EUR',
        iban: 'LT121000011101001000',
        bsb: '',
        account_number: '',
      },
    ],
  });
  const renamed = { kind: 'rename', address_id, label: 'Vault' } as const;
  await someone.must(saveAddress, renamed);
  expect((await book(someone)).crypto[0]).toMatchObject({ label: 'Vault', address: BTC });
  await someone.must(deleteAddress, { address_id });
  expect((await book(someone)).crypto).toEqual([]);
  expect(await subjects()).toEqual([
    'An entry in your address book was deleted',
    'An entry in your address book was renamed',
    'Your address book has a new entry',
    'Your address book has a new entry',
  ]);
  const [mail] = await kopa.sandbox.inbox(someone.email);
  expect(mail?.text).toContain(
    `Label: “Vault”\nAsset: BTC on the Bitcoin network\nAddress: ${BTC}`,
  );
});

test.each([
  ['no label', { ...bitcoin, label: ' ' }, 'Label is required'],
  [
    'another network’s address',
    { ...bitcoin, address: XRP },
    'Invalid BTC address format. This is an XRP address, but here BTC is sent on the Bitcoin network.',
  ],
  [
    'a network the currency does not use',
    { ...bitcoin, currency_id: 'SOL' },
    'SOL does not use this network.',
  ],
  ['a tag where there is none', { ...bitcoin, tag: '7' }, 'Only XRP addresses have a tag'],
  [
    'a tag too great',
    { ...bitcoin, currency_id: 'XRP', network: 'XRP Ledger', address: XRP, tag: '4294967296' },
    'A tag is a number up to 4294967295',
  ],
  [
    'a wrong check digit',
    { ...bank, iban: 'LT13 1000 0111 0100 1000' },
    'This is not a valid IBAN',
  ],
  ['no holder', { ...bank, holder: '' }, 'Account holder is required'],
  [
    'a short BSB',
    { ...bank, currency_id: 'AUD', bsb: '1', account_number: '12345678' },
    'A BSB has 6 digits',
  ],
  ['a currency without accounts', { ...bank, currency_id: 'JPY' }, 'Currency is required'],
])('PROF-05 %s is refused and nothing is saved', async (_, request, message) => {
  const someone = await kopa.person();
  const reply = await save(someone, request);
  expect(reply).toMatchObject({ ok: false, refusal: { code: 'INVALID_INPUT', message } });
  expect(await book(someone)).toEqual({ crypto: [], fiat: [] });
  expect(await kopa.sandbox.inbox(someone.email)).toEqual([]);
});

test('PROF-05 an address is saved once, however many requests come at once; another tag makes it another address', async () => {
  const someone = await kopa.person();
  const replies = await Promise.all(Array.from({ length: 4 }, () => save(someone, bitcoin)));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  const xrp = { ...bitcoin, currency_id: 'XRP', network: 'XRP Ledger', address: XRP };
  for (const [tag, kept] of [
    ['7', true],
    ['007', false],
    ['8', true],
    ['', true],
  ] as const) {
    expect((await save(someone, { ...xrp, tag })).ok, tag).toBe(kept);
  }
  expect((await book(someone)).crypto).toHaveLength(4);
});

test('PROF-05 somebody else’s entries can be neither seen, renamed nor deleted', async () => {
  const owner = await kopa.person();
  const other = await kopa.person();
  const { data } = await owner.must(saveAddress, bitcoin);
  const { address_id } = data;
  expect(await book(other)).toEqual({ crypto: [], fiat: [] });
  const missing = { refusal: { code: 'NOT_FOUND', message: 'Not found.' } };
  const rename = { kind: 'rename', address_id, label: 'Mine' };
  expect(await save(other, rename)).toMatchObject(missing);
  expect(await other.call(deleteAddress, { address_id })).toMatchObject(missing);
  expect((await book(owner)).crypto).toMatchObject([{ label: 'Cold storage' }]);
});
