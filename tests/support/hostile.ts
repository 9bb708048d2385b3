import fc from 'fast-check';
import { type GenericSchema, safeParse } from 'valibot';

/*
 * Values that somebody sends who wants a server to fail, made from the schema of a call: some that fit it, so that
 * they go as deep as the statements of the database, and some that do not.
 */

/** Stands for JSON that no value in JavaScript is written as. */
const MARK = '\uE000json\uE000';
const raw = (json: string): string => `${MARK}${json}${MARK}`;

const deep = (open: string, close: string): string => raw(open.repeat(6_000) + close.repeat(6_000));

const texts: readonly string[] = [
  ...[
    '',
    ' ',
    'x',
    '\0',
    'a\0b',
    '\\u0000',
    '\uD800',
    '\uDC00x',
    '\uFFFF',
    '\u202E',
    '\u200E1',
    '😀',
  ],
  ...[
    '\n',
    '\r\nBcc: a@b.c',
    '\u2028',
    '\u0130',
    'ß',
    'ﷺ',
    'e\u0301'.repeat(20),
    '\u0300'.repeat(30),
  ],
  ...[
    "'; drop table users; --",
    '%',
    '_%\\',
    '\\',
    '{{7*7}}',
    '<script>',
    '{"a":1}',
    '../../etc/passwd',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'],
  ...['null', 'undefined', 'NaN', 'Infinity', 'true', '[object Object]'],
  // Amounts.
  ...[
    '0',
    '-0',
    '00',
    '0.0',
    '-1',
    '+1',
    '1.',
    '.1',
    '1e9',
    '1e-9',
    '1E400',
    '0x10',
    '1,5',
    '1_000',
    '٣',
    '१२३',
  ],
  ...[
    '１２',
    '0.00000000000000000000000000000000000001',
    '9'.repeat(40),
    '9'.repeat(19),
    '9223372036854775808',
  ],
  ...[
    '340282366920938463463374607431768211456',
    `0.${'9'.repeat(38)}`,
    '1.000000000000000000',
    '100',
    '0.5',
  ],
  // Instants, days, zones and places in lists.
  ...[
    '2026-02-31',
    '2027-01-15',
    '0000-00-00',
    '9999-12-31',
    '10000-01-01',
    '-000001-01-01',
    '2024-02-29',
  ],
  ...[
    '2026-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00Z',
  ],
  ...[
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '2026-02-31T25:00:00.000Z',
    '2026-W01',
  ],
  ...[
    '9999-12-31T23:59:59.999-23:59',
    '2016-12-31T23:59:60Z',
    '2026-06-30T12:00:00+00:00',
    '24:00',
  ],
  ...[
    'Europe/Vilnius',
    'Europe/Nowhere',
    '+25:99',
    'Etc/GMT+12',
    'posix/UTC',
    '+01:00',
    'utc',
    'EST5EDT',
  ],
  ...[
    '253402300800000.x.1',
    '999999999999999.x.9999',
    '1.x.1',
    '-1.x.-1',
    '1e308.x.1',
    '1700000000000.a\0.1',
  ],
  ...[
    '1700000000000',
    '-1',
    '1e308',
    '..',
    '.',
    'a.b.c.d',
    '0.0.0',
    '1|2|3',
    '1700000000000:x',
    '2026-01-01/x',
  ],
  ...[
    '9'.repeat(30),
    `1700000000000.${'x'.repeat(60)}.9999999999999999999`,
    '1700000000000.x.1e5',
    '0'.repeat(64),
  ],
  // Names of things.
  ...[
    'BTC',
    'ETH',
    'USDC',
    'XRP',
    'AUD',
    'EUR',
    'USD',
    'btc',
    'XXX',
    'BTC/USDC',
    'AU',
    'LT',
    'DE',
    'US',
    'ZZ',
  ],
  ...[
    'eth-ethereum',
    'btc-bitcoin',
    'Ethereum',
    'Bitcoin',
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  ],
  ...[
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    '0x',
    '062-000',
    '12345678',
    'LT121000011101001000',
  ],
  ...[
    'GB33BUKB20201555555555',
    '4294967296',
    '18446744073709551616',
    '123456',
    '000000',
    '123-456',
    '１２３４５６',
  ],
  ...[
    'a@kopa.test',
    'a\0@kopa.test',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.test`,
    'a@xn--0.test',
    'ä@ö.test',
  ],
  ...[
    'Kopa-demo-2026!',
    'x'.repeat(72),
    'x'.repeat(256),
    'a'.repeat(32),
    'A'.repeat(43),
    'A'.repeat(64),
  ],
  ...[
    'AAAA',
    'AA==',
    'A',
    '====',
    'internal',
    'web',
    'https://push.example/x',
    'http://127.0.0.1:1/',
    'file:///',
  ],
  ...[
    'https://fcm.googleapis.com/fcm/send/x',
    'https://[::1]/',
    'https://x:99999/',
    'javascript:1',
    '//x',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '123 45678',
    'Test Person',
    'chat',
    '1990-01-01',
    '٢٠٢٦-٠١-٠١',
  ],
];

const long: readonly string[] = [
  ...[
    'x'.repeat(20_000),
    ' '.repeat(20_000),
    `${' '.repeat(20_000)}x`,
    '\uD83D'.repeat(3_000),
    '0'.repeat(20_000),
  ],
  ...[
    'ﷺ'.repeat(5_000),
    `1.${'0'.repeat(20_000)}`,
    '\u0000'.repeat(3_000),
    'a@'.repeat(9_000),
    '\n'.repeat(9_000),
  ],
];

const others: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    1,
    -1,
    2,
    7,
    10,
    100,
    500,
    0.1,
    -0.5,
    1e-300,
    1e9,
    2_147_483_648,
    -2_147_483_649,
  ],
  ...[
    2 ** 53,
    2 ** 63,
    1e300,
    -1e308,
    253_402_300_800_000,
    [],
    {},
    [[]],
    [null],
    [''],
    ['BTC'],
    { '': '' },
  ],
  ...[
    raw('1e999'),
    raw('-1e999'),
    raw('1e-999'),
    raw('-0.0'),
    raw('9'.repeat(400)),
    raw('"\\ud800"'),
  ],
  ...[deep('[', ']'), raw(`${'{"a":'.repeat(4_000)}1${'}'.repeat(4_000)}`)],
  ...[raw('{"__proto__":{"role":"admin","length":1e9}}'), raw('{"constructor":{"prototype":1}}')],
  ...[
    raw('{"length":4294967295}'),
    raw('{"toString":null,"valueOf":null}'),
    raw('{"toJSON":1,"then":1}'),
  ],
  ...[Array.from({ length: 3_000 }, () => 'x'), Array.from({ length: 3_000 }, (_, i) => i)],
];

/** What a customer's own things are called, by a part of the field's name: what names nothing goes nowhere. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** The parts of a schema that are looked at; each kind of schema has some of them. */
interface Parts {
  readonly type: string;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
  readonly options?: readonly unknown[];
  readonly item?: GenericSchema;
  readonly wrapped?: GenericSchema;
  readonly literal?: unknown;
}

const partsOf = (schema: GenericSchema): Parts => schema;

const ownFor = (name: string, known: Known): readonly string[] =>
  Object.entries(known).flatMap(([part, values]) =>
    name.toLowerCase().includes(part) ? values : [],
  );

const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.constantFrom(...long) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789.-eE+:TZ/'), maxLength: 45 }),
  },
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...others) },
  { weight: 2, arbitrary: anyText },
);

/** One of a field's: of the caller's own, of those that the schema lets through, or any. */
function leaf(name: string, schema: GenericSchema, known: Known): fc.Arbitrary<unknown> {
  const fits = (value: unknown): boolean => safeParse(schema, value).success;
  const own = ownFor(name, known);
  const passing = [...texts, ...others].filter(fits);
  return fc.oneof(
    { weight: own.length > 0 ? 12 : 0, arbitrary: fc.constantFrom(...own, '') },
    { weight: passing.length > 0 ? 12 : 0, arbitrary: fc.constantFrom(...passing, '') },
    { weight: 2, arbitrary: anyText },
    { weight: 1, arbitrary: anything },
  );
}

function objectOf(
  entries: Readonly<Record<string, GenericSchema>>,
  known: Known,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(entries).map(
    ([name, schema]) => [name, hostile(name, schema, known)] as const,
  );
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: [] })
    .chain((value) => fc.integer({ min: 0, max: 11 }).map((at) => withOdd(value, at)));
}

/** Sometimes a field that no schema names. */
const withOdd = (value: object, at: number): object =>
  at === 0
    ? Object.fromEntries([
        ...Object.entries(value),
        ['__proto__', raw('{"role":"admin","limit":1e9}')],
      ])
    : at === 1
      ? { ...value, constructor: 1, toString: 'x', length: 1e9 }
      : value;

/** A value for a field of this name and schema. */
export function hostile(name: string, schema: GenericSchema, known: Known): fc.Arbitrary<unknown> {
  const { type, entries, options, item, wrapped, literal } = partsOf(schema);
  const shaped = (): fc.Arbitrary<unknown> => {
    if (entries) return objectOf(entries, known);
    if (wrapped) return fc.option(hostile(name, wrapped, known), { nil: undefined, freq: 4 });
    if (item) return fc.array(hostile(name, item, known), { maxLength: 4 });
    if (type === 'union' || type === 'variant') {
      return fc.oneof(
        ...(options as readonly GenericSchema[]).map((one) => hostile(name, one, known)),
      );
    }
    if (type === 'picklist' || type === 'enum') return fc.constantFrom(...(options ?? []));
    if (type === 'literal') return fc.constant(literal);
    if (type === 'boolean') return fc.boolean();
    return leaf(name, schema, known);
  };
  return fc.oneof({ weight: 24, arbitrary: shaped() }, { weight: 1, arbitrary: anything });
}

/** A value for a field that its schema lets through as far as this is known, with every optional part. */
export function fitting(name: string, schema: GenericSchema, known: Known): fc.Arbitrary<unknown> {
  const { type, entries, options, item, wrapped } = partsOf(schema);
  if (entries) {
    const fields = Object.entries(entries);
    return fc.record(
      Object.fromEntries(fields.map(([field, inner]) => [field, fitting(field, inner, known)])),
    );
  }
  if (wrapped) return fitting(name, wrapped, known);
  if (item) return fc.array(fitting(name, item, known), { minLength: 1, maxLength: 1 });
  if (type === 'union' || type === 'variant') {
    return fc.oneof(
      ...(options as readonly GenericSchema[]).map((one) => fitting(name, one, known)),
    );
  }
  if (type === 'boolean') return fc.boolean();
  const fits = (value: unknown): boolean => safeParse(schema, value).success;
  const own = ownFor(name, known).filter(fits);
  const values = own.length > 0 ? own : [...(options ?? []), ...texts, ...others].filter(fits);
  return fc.constantFrom(...(values.length > 0 ? values : ['x']));
}

/** What the database takes neither as a text nor as a number, made of what would have fitted. */
const unstorable = (value: unknown): readonly unknown[] => {
  if (typeof value === 'string' && !value.includes(MARK))
    return [`${value}\0`, `\uD800${value}`, `-${value}`, `${value}e9`];
  return typeof value === 'number' ? [2 ** 63, raw('1e999'), -value, value + 0.5] : [];
};

/** Each text and number of a payload in turn in ways that no database takes; the rest of it stays. */
export function eachUnstorable(payload: unknown): readonly unknown[] {
  if (Array.isArray(payload)) {
    return payload.flatMap((one, at) => eachUnstorable(one).map((bad) => payload.with(at, bad)));
  }
  if (typeof payload !== 'object' || payload === null) return unstorable(payload);
  return Object.entries(payload).flatMap(([name, value]) =>
    eachUnstorable(value).map((bad) => ({ ...payload, [name]: bad })),
  );
}

/** The JSON of a call with this nonce. */
export const jsonOf = (nonce: string, payload: unknown): string =>
  JSON.stringify(
    typeof payload === 'object' && payload !== null ? { ...payload, nonce } : { nonce, payload },
  ).replaceAll(new RegExp(`"${MARK}(.*?)${MARK}"`, 'g'), (_, json: string) =>
    JSON.parse(`"${json}"`),
  );
