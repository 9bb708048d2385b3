import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { Provider } from '#tests/support/provider.ts';
import { httpTravelRule } from './http-travel-rule.ts';

let provider: Provider | undefined;
afterEach(() => provider?.stop());

/** A party that always answers the same: JSON, a text as it is, or a failure by its number. */
async function started(answer: object | string | number) {
  const given = typeof answer === 'object' ? JSON.stringify(answer) : answer;
  provider = new Provider(() => (typeof given === 'number' ? { status: given } : given));
  return httpTravelRule({ baseUrl: await provider.start(), token: 't' });
}

const outgoing = {
  reference: 'withdrawal:w1',
  currency: 'XRP',
  network: 'XRP Ledger',
  amount: '10.5',
  address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  tag: '7',
  originator: {
    ...{ id: 'u1', first: 'Ольга', last: 'Петрова', country: 'LT' },
    home: {
      ...{ address: 'Gedimino pr. 1', city: 'Vilnius', state: '', postal: '01103', country: 'LT' },
    },
  },
  beneficiary: { owner: 'other', name: 'Ada Lovelace', country: 'GB', provider: 'Example' },
} as const;

const incoming = {
  reference: 'deposit:d1',
  currency: 'ETH',
  network: 'Ethereum',
  amount: '0.5',
  hash: '0xabc',
  address: '0x98',
  tag: '',
};

test('KEEP-07 both parties are handed over in the words of IVMS 101, with our reference', async () => {
  const party = await started({ id: 'm-1', status: 'accepted' });
  expect(await party.handOver(outgoing)).toEqual({
    ...{ kind: 'accepted', said: 'accepted', message: 'm-1' },
  });
  expect(provider?.seen).toMatchObject([
    {
      method: 'POST',
      path: '/transfers',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    },
  ]);
  expect(JSON.parse(provider?.seen[0]?.body ?? '')).toEqual({
    reference: 'withdrawal:w1',
    asset: 'XRP',
    network: 'XRP Ledger',
    amount: '10.5',
    originator: {
      originatorPersons: [
        {
          naturalPerson: {
            name: {
              nameIdentifier: [
                {
                  primaryIdentifier: 'Петрова',
                  secondaryIdentifier: 'Ольга',
                  nameIdentifierType: 'LEGL',
                },
              ],
            },
            geographicAddress: [
              {
                addressType: 'HOME',
                addressLine: ['Gedimino pr. 1'],
                postCode: '01103',
                townName: 'Vilnius',
                country: 'LT',
              },
            ],
            customerIdentification: 'u1',
            countryOfResidence: 'LT',
          },
        },
      ],
      accountNumber: ['u1'],
    },
    beneficiary: {
      beneficiaryPersons: [
        {
          naturalPerson: {
            name: {
              nameIdentifier: [{ primaryIdentifier: 'Ada Lovelace', nameIdentifierType: 'LEGL' }],
            },
            countryOfResidence: 'GB',
          },
        },
      ],
      accountNumber: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh?dt=7'],
    },
    beneficiaryVASP: { name: 'Example' },
  });
});

test('KEEP-07 an own wallet has its customer as the beneficiary, and no provider', async () => {
  const party = await started({ id: 'm-1', status: 'refused' });
  const beneficiary = { owner: 'customer', name: '', country: '', provider: '' } as const;
  expect(await party.handOver({ ...outgoing, beneficiary })).toMatchObject({
    kind: 'refused',
    message: 'm-1',
  });
  const sent = JSON.parse(provider?.seen[0]?.body ?? '');
  expect(sent.beneficiary.beneficiaryPersons).toEqual(sent.originator.originatorPersons);
  expect(sent.beneficiaryVASP).toBeNull();
});

/** The paths of everything in a message that is empty. */
const emptyIn = (value: unknown, path = ''): readonly string[] =>
  value === '' || (Array.isArray(value) && value.length === 0)
    ? [path]
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inside]) => emptyIn(inside, `${path}.${key}`))
      : [];

test('HARD-59 whoever the customer is, a message has nothing empty, no half of a birth, and texts as long as IVMS 101 takes', async () => {
  const party = await started({ id: 'm-1', status: 'accepted' });
  const text = fc.constantFrom('', 'ab', '𝒞'.repeat(100), 'x'.repeat(200));
  const must = fc.constantFrom('ab', '𝒞'.repeat(100), 'y'.repeat(200));
  const home = fc.option(
    fc.record({ address: must, city: must, state: text, postal: must, country: fc.constant('DE') }),
    { nil: undefined },
  );
  const named = fc.constantFrom(['Ada', 'Byron'], ['', 'Byron'], ['Ada', '']);
  await fc.assert(
    fc.asyncProperty(named, home, async ([first = '', last = ''], at) => {
      const originator = { ...outgoing.originator, first, last, home: at };
      await party.handOver({ ...outgoing, originator });
      const body = JSON.parse(provider?.seen.at(-1)?.body ?? '');
      expect(emptyIn(body)).toEqual([]);
      const who = body.originator.originatorPersons[0].naturalPerson;
      expect(who).not.toHaveProperty('dateAndPlaceOfBirth');
      expect(who.name.nameIdentifier[0].primaryIdentifier).toBe(last || first);
      expect(who.geographicAddress?.length).toBe(at && 1);
      const [one] = who.geographicAddress ?? [];
      if (!one) return;
      for (const [value, most] of [
        ...one.addressLine.map((line: string) => [line, 70]),
        ...[one.townName, one.countrySubDivision ?? ''].map((name) => [name, 35]),
        [one.postCode, 16],
      ]) {
        expect([...value].length).toBeLessThanOrEqual(most);
      }
      expect(one.addressLine.join('')).toBe(at?.address);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['pending', 'pending'],
  ['mismatched', 'mismatched'],
  ['unreachable', 'unreachable'],
  ['expired', 'expired'],
  ['unknown-provider', 'unknown-provider'],
  ['unhosted', 'unhosted'],
  // A word of tomorrow decides nothing.
  ['awaiting_approval', 'pending'],
] as const)('READ-17 %s is an answer, and no silence', async (status, kind) => {
  const until = '2026-12-01T10:00:00Z';
  const party = await started({ id: 'm-1', status, until });
  expect(await party.handOver(outgoing)).toEqual({
    ...{ kind, said: status, message: 'm-1', until: new Date(until) },
  });
  await provider?.stop();
  const without = await started({ id: 'm-1', status, until: 'tomorrow' });
  expect(await without.handOver(outgoing)).toEqual({ kind, said: status, message: 'm-1' });
});

test.each([
  ['words', { id: 'm-1', status: 'we will see' }],
  ['no name', { status: 'accepted' }],
  ['no JSON', 'accepted'],
  ['a failure', 500],
])('KEEP-07 what is not an answer holds the withdrawal: %s', async (_, answer) => {
  expect(await (await started(answer)).handOver(outgoing)).toBeUndefined();
});

const natural = (country: string) => ({
  found: true,
  originatingVASP: { name: ' Example  Exchange ' },
  originator: {
    originatorPersons: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [{ primaryIdentifier: 'Lovelace', secondaryIdentifier: 'Ada' }],
          },
          countryOfResidence: country,
        },
      },
    ],
  },
});

test('KEEP-07 who sent a deposit is taken from what another provider sent', async () => {
  const party = await started(natural('GB'));
  expect(await party.received(incoming)).toEqual({
    owner: 'other',
    name: 'Ada Lovelace',
    country: 'GB',
    provider: 'Example Exchange',
  });
  expect(JSON.parse(provider?.seen[0]?.body ?? '')).toEqual({
    reference: 'deposit:d1',
    asset: 'ETH',
    network: 'Ethereum',
    amount: '0.5',
    hash: '0xabc',
    account: '0x98',
  });
});

test('KEEP-07 a company is one, too', async () => {
  const legal = { name: { nameIdentifier: [{ legalPersonName: 'Example Ltd' }] } };
  const party = await started({
    ...natural(''),
    originator: { originatorPersons: [{ legalPerson: { ...legal, countryOfRegistration: 'IE' } }] },
  });
  expect(await party.received(incoming)).toMatchObject({ name: 'Example Ltd', country: 'IE' });
});

const PERSON = { name: { nameIdentifier: [{ primaryIdentifier: 'Ada Lovelace' }] } };
const COMPANY = { name: { nameIdentifier: [{ legalPersonName: 'Example Ltd' }] } };
const inGb = { geographicAddress: [{ addressType: 'GEOG', townName: 'London', country: 'GB' }] };

test.each([
  ['the field', { countryOfResidence: 'GB', countryOfRegistration: 'GB' }, 'GB'],
  ['the address only', inGb, 'GB'],
  ['the address, with the field empty', { ...inGb, countryOfResidence: '' }, 'GB'],
  [
    'the address, with the field null',
    { ...inGb, countryOfResidence: null, countryOfRegistration: null },
    'GB',
  ],
  [
    'both, the field first',
    { ...inGb, countryOfResidence: 'IE', countryOfRegistration: 'IE' },
    'IE',
  ],
  ['the address, with no country in the field', { ...inGb, countryOfResidence: 'XX' }, 'GB'],
  ['the second address', { geographicAddress: [{}, { country: 'gb ' }] }, 'GB'],
  [
    'the field, beside an address that is none',
    { countryOfResidence: 'GB', countryOfRegistration: 'GB', geographicAddress: 'London' },
    'GB',
  ],
  ['neither', { geographicAddress: [{ townName: 'London', country: null }] }, undefined],
])(
  'HARD-59 the country of who sent a deposit is read where it stands: %s',
  async (_, facts, country) => {
    for (const sender of [
      { naturalPerson: { ...PERSON, ...facts } },
      { legalPerson: { ...COMPANY, ...facts } },
    ]) {
      const party = await started({ ...natural(''), originator: { originatorPersons: [sender] } });
      const told = await party.received(incoming);
      expect(told).toEqual(country === undefined ? 'none' : expect.objectContaining({ country }));
      await provider?.stop();
    }
  },
);

test.each([
  ['nothing was sent', { found: false }, 'none'],
  ['there is no country', natural(''), 'none'],
  ['the answer makes no sense', { found: true }, undefined],
  ['there is none', 503, undefined],
])('KEEP-07 where %s, the customer is asked, or the party again', async (_, answer, expected) => {
  expect(await (await started(answer)).received(incoming)).toBe(expected);
});
