import { formatUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { HomeAddress, Residence } from '#core/tax/certification.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import type { Provider } from './providers.ts';
import type { AssetLines, Line } from './year-lines.ts';

/**
 * A message in the OECD's CARF XML schema, version 1.5, piece by piece: element names and their order are the
 * schema's (`docs/promises.md` says from where we know it).
 */

const NAMESPACES =
  'xmlns:carf="urn:oecd:ties:carf:v1" xmlns:stf="urn:oecd:ties:carfstf:v5" version="1.5"';

/** The text without characters that XML cannot contain. */
const allowed = (text: string): string =>
  text.toWellFormed().replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '');

/**
 * The text without `--`, `/*` and `&#`: because of one of them anywhere, a tax office's gateway refuses the
 * whole file.
 */
const mended = (text: string): string =>
  text.replace(/-{2,}/g, '-').replace(/\/\*+/g, '/').replace(/&#/g, '& #');

/** Whether one of these texts had to be changed for the gateways. */
const isMended = (...texts: readonly string[]): boolean =>
  texts.map(allowed).some((text) => mended(text) !== text);

const textsOf = ({ address, city, state, postal }: HomeAddress): readonly string[] => [
  ...[address, city, state, postal],
];

/** Escapes a text for XML, as gateways accept it. */
const escaped = (text: string): string =>
  mended(allowed(text))
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

type Attributes = Readonly<Record<string, string | undefined>>;

const element = (name: string, inside: string, attributes: Attributes = {}): string => {
  const said = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(value ?? '')}"`);
  return `<${name}${said.join('')}>${inside}</${name}>`;
};

const carf = (name: string, inside: string, attributes?: Attributes): string =>
  element(`carf:${name}`, inside, attributes);

/** An element with a text; nothing if the text is empty. */
const text = (name: string, value: string): string =>
  value === '' ? '' : carf(name, escaped(value));

const addressOf = ({ address, city, state, postal, country }: HomeAddress, type: string): string =>
  carf(
    'Address',
    carf('CountryCode', escaped(country)) +
      carf(
        'AddressFix',
        text('Street', address) +
          text('PostCode', postal) +
          carf('City', escaped(city)) +
          text('CountrySubentity', state),
      ),
    { legalAddressType: type },
  );

/** The kind of a document. A server without real customers marks its documents as tests. */
export type DocumentKind = 'resent' | 'new' | 'corrected' | 'deleted';

const documentCodes: Readonly<Record<DocumentKind, number>> = {
  resent: 0,
  new: 1,
  corrected: 2,
  deleted: 3,
};

export interface DocumentSpec {
  readonly kind: DocumentKind;
  readonly reference: string;
  /** The reference of the document that it corrects or withdraws. */
  readonly corrects?: string | undefined;
  readonly isTest: boolean;
}

const documentSpec = ({ kind, reference, corrects, isTest }: DocumentSpec): string => {
  const code = documentCodes[kind] + (isTest ? 10 : 0);
  return carf(
    'DocSpec',
    element('stf:DocTypeIndic', `OECD${code}`) +
      element('stf:DocRefId', escaped(reference)) +
      (corrects === undefined ? '' : element('stf:CorrDocRefId', escaped(corrects))),
  );
};

export type MessageKind = 'new' | 'correction' | 'none';

const messageCodes: Readonly<Record<MessageKind, string>> = {
  new: 'CARF701',
  correction: 'CARF702',
  none: 'CARF703',
};

export interface MessageHead {
  readonly provider: Provider;
  readonly year: number;
  readonly reference: string;
  readonly kind: MessageKind;
  readonly at: Date;
  readonly rcasp: DocumentSpec;
}

/** Whether the part before the customers has a text that was changed for the gateways. */
export const isHeadMended = ({ name, number, address }: Provider): boolean =>
  isMended(name, number, ...Object.values(address));

/** The part before the customers. */
export function messageStart({ provider, year, reference, kind, at, rcasp }: MessageHead): string {
  const { country, name, number, address } = provider;
  const home = { ...{ address: address.street, city: address.city, state: '' } };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<carf:CARF_OECD ${NAMESPACES}>\n`,
    carf(
      'MessageSpec',
      text('SendingEntityIN', number) +
        carf('TransmittingCountry', country) +
        carf('ReceivingCountry', country) +
        carf('MessageType', 'CARF') +
        text(
          'Warning',
          rcasp.isTest ? 'Test data of a server that is not for real customers.' : '',
        ) +
        carf('MessageRefId', escaped(reference)) +
        carf('MessageTypeIndic', messageCodes[kind]) +
        carf('ReportingPeriod', `${year}-12-31`) +
        carf('Timestamp', at.toISOString().slice(0, 19)),
    ),
    '\n<carf:CARFBody>\n',
    carf(
      'RCASP',
      carf(
        'RCASP_ID',
        carf(
          'Entity',
          carf('ResCountryCode', country) +
            carf('TIN', escaped(number), { issuedBy: country }) +
            carf('IN', escaped(number), { issuedBy: country, INType: 'BRN' }) +
            carf('Name', escaped(name)) +
            addressOf({ ...home, postal: address.postal, country }, 'OECD304'),
        ),
      ) +
        // The nexus by authorisation.
        carf('Nexus', 'CARF906') +
        documentSpec(rcasp),
    ),
    '\n',
  ].join('');
}

export const messageEnd = '</carf:CARFBody>\n</carf:CARF_OECD>\n';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** YYYY-MM-DD. */
  readonly born: string;
  readonly home: HomeAddress;
  readonly residences: readonly Residence[];
}

/** Whether the report about a customer has a text that was changed for the gateways. */
export const isPersonMended = ({ firstName, lastName, home, residences }: Person): boolean =>
  isMended(firstName, lastName, ...textsOf(home), ...residences.map(({ number }) => number));

const money = (cents: bigint, currency: string): string =>
  carf('Amount', formatUnits(cents, FIAT_SCALE, FIAT_SCALE), { currCode: currency });

function lineOf(
  { kind, type, valuation, count, units, cents }: Line,
  scale: number,
  currency: string,
) {
  return carf(
    kind,
    text('TransferType', type) +
      // The schema has no number for transfers to wallets of unknown providers.
      (kind === 'TransferWallet' ? '' : carf('NumberofTransactions', String(count))) +
      money(cents, currency) +
      carf('NumberofUnits', formatUnits(units, scale)) +
      text('AltValuation', valuation),
  );
}

/** The report about a customer; a change of this text requires a correction. */
export function personText(
  { firstName, lastName, born, home, residences }: Person,
  assets: readonly AssetLines[],
  currency: string,
): string {
  const individual = carf(
    'Individual',
    residences.map(({ country }) => carf('ResCountryCode', escaped(country))).join('') +
      residences
        .map(({ country, number }) =>
          carf('TIN', escaped(number), {
            issuedBy: country,
            unknown: number === '' ? 'true' : undefined,
          }),
        )
        .join('') +
      carf(
        'Name',
        // What users of the schema write for a person with only one name.
        carf('FirstName', escaped(firstName || 'NFN')) +
          carf('LastName', escaped(lastName || 'NLN')),
        { nameType: 'OECD202' },
      ) +
      addressOf(home, 'OECD302') +
      carf('BirthInfo', carf('BirthDate', escaped(born.slice(0, 10)))),
  );
  return (
    carf('UserID', individual) +
    assets
      .map(({ asset, lines }) => {
        const { name, scale } = storedAsset(asset);
        return carf(
          'RelevantTransactions',
          carf('CryptoAsset', escaped(name)) +
            lines.map((line) => lineOf(line, scale, currency)).join(''),
        );
      })
      .join('')
  );
}

export const userText = (person: string, spec: DocumentSpec): string =>
  `${carf('CryptoUsers', person + documentSpec(spec))}\n`;
