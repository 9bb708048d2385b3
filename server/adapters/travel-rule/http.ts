import * as v from 'valibot';
import {
  type Counterparty,
  cleanCounterparty,
  counterpartyProblem,
} from '#core/domain/counterparty.ts';
import { fetchText } from '#server/adapters/fetch-text.ts';
import type { IncomingTransfer, OutgoingTransfer, OwnCustomer, TravelRule } from './travel-rule.ts';

export interface TravelRuleSettings {
  readonly baseUrl: string;
  readonly token: string;
}

const json = v.pipe(v.string(), v.parseJson());
const word = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
const line = v.pipe(v.string(), v.maxLength(500));

const handed = v.pipe(
  json,
  v.object({ id: word, status: v.picklist(['accepted', 'pending', 'refused']) }),
);

const names = v.object({
  nameIdentifier: v.pipe(
    v.array(v.object({ primaryIdentifier: line, secondaryIdentifier: v.optional(line, '') })),
    v.minLength(1),
  ),
});
const person = v.union([
  v.object({
    naturalPerson: v.object({ name: names, countryOfResidence: v.optional(line, '') }),
  }),
  v.object({
    legalPerson: v.object({
      name: v.object({
        nameIdentifier: v.pipe(v.array(v.object({ legalPersonName: line })), v.minLength(1)),
      }),
      countryOfRegistration: v.optional(line, ''),
    }),
  }),
]);
const incoming = v.pipe(
  json,
  v.union([
    v.object({ found: v.literal(false) }),
    v.object({
      found: v.literal(true),
      originatingVASP: v.object({ name: line }),
      originator: v.object({ originatorPersons: v.pipe(v.array(person), v.minLength(1)) }),
    }),
  ]),
);
type Person = v.InferOutput<typeof person>;

/** Our customer as a person of IVMS 101, the data model of travel rule messages. */
const customerPerson = ({ id, first, last, born, country }: OwnCustomer) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: last,
          secondaryIdentifier: first,
          nameIdentifierType: 'LEGL',
        },
      ],
    },
    customerIdentification: id,
    dateAndPlaceOfBirth: { dateOfBirth: born, placeOfBirth: '' },
    countryOfResidence: country,
  },
});

/** A counterparty named by the customer, who did not say whether it is a person or a company. */
const namedPerson = ({ name, country }: Counterparty) => ({
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier: name, nameIdentifierType: 'LEGL' }] },
    countryOfResidence: country,
  },
});

const accountOf = (address: string, tag: string): string =>
  tag ? `${address}?dt=${tag}` : address;

function bodyOf(transfer: OutgoingTransfer) {
  const { reference, currency, network, amount, address, tag, originator, beneficiary } = transfer;
  const customer = customerPerson(originator);
  return {
    reference,
    asset: currency,
    network,
    amount,
    originator: { originatorPersons: [customer], accountNumber: [originator.id] },
    beneficiary: {
      beneficiaryPersons: [beneficiary.owner === 'customer' ? customer : namedPerson(beneficiary)],
      accountNumber: [accountOf(address, tag)],
    },
    /** Null: no provider, the beneficiary holds the address themselves. */
    beneficiaryVASP: beneficiary.provider === '' ? null : { name: beneficiary.provider },
  };
}

/** Name and country of a person, each as one text. */
function toldOf(one: Person): { readonly name: string; readonly country: string } {
  if ('legalPerson' in one) {
    const { name, countryOfRegistration: country } = one.legalPerson;
    return { name: name.nameIdentifier[0]?.legalPersonName ?? '', country };
  }
  const { name, countryOfResidence: country } = one.naturalPerson;
  const [first] = name.nameIdentifier;
  return {
    name: `${first?.secondaryIdentifier ?? ''} ${first?.primaryIdentifier ?? ''}`,
    country,
  };
}

/** A travel rule service with the contract of docs/travel-rule.md. */
export function httpTravelRule({ baseUrl, token }: TravelRuleSettings): TravelRule {
  const ask = (path: string, body: unknown) =>
    fetchText(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  return {
    async handOver(transfer) {
      const read = v.safeParse(handed, await ask('/transfers', bodyOf(transfer)));
      if (!read.success || read.output.status === 'pending') return undefined;
      return { kind: read.output.status, message: read.output.id };
    },
    async received(transfer: IncomingTransfer) {
      const { reference, currency, network, amount, hash, address, tag } = transfer;
      const account = accountOf(address, tag);
      const question = { reference, asset: currency, network, amount, hash, account };
      const read = v.safeParse(incoming, await ask('/incoming', question));
      if (!read.success) return undefined;
      if (!read.output.found) return 'none';
      const { originator, originatingVASP } = read.output;
      const [first] = originator.originatorPersons;
      if (!first) return 'none';
      const found = cleanCounterparty({
        owner: 'other',
        ...toldOf(first),
        provider: originatingVASP.name,
      });
      // A message without a name or country counts as none: the customer is asked.
      return counterpartyProblem(found) ? 'none' : found;
    },
  };
}
