import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countries } from '#core/people/country.ts';
import { issuesNumbers, numberProblem, plainNumber, taxNumberOf } from './tax-numbers.ts';

/** Numbers that the countries, the OECD and the European Union publish as examples, or made by their rules. */
const examples: Readonly<Record<string, readonly string[]>> = {
  AT: ['931736581', '93-173/6581'],
  BE: ['00012511119', '00 01 25 111 48'],
  BG: ['7501010010', '7523169263', '7111042925'],
  HR: ['94577403194', '33392005961'],
  CY: ['00123123T', '10259033P'],
  CZ: ['740104/0020', '710319 2745', '530101123'],
  DK: ['010111-1113'],
  EE: ['37102250382', '37605030299'],
  FI: ['131052-308T', '131052a308t'],
  FR: ['30 23 217 600 053', '07 01 987 765 493'],
  DE: ['65929970489', '26954371827', '36 574 261 809'],
  GR: ['094259216', '023456780'],
  HU: ['8071592153'],
  IE: ['6433435F', '1234567TW', '1234567FA', '6433435OA'],
  IT: ['MRTMTT91D08F205J', 'RSSMRA85T10A562S'],
  LV: ['161175-19997', '325794-61005'],
  LT: ['33309240064', '38703181745'],
  LU: ['1893120105732'],
  MT: ['1234567A', '123456789'],
  NL: ['111222333', '174559434'],
  PL: ['2234567895', '44051401359'],
  PT: ['299999998', '501442600'],
  RO: ['1630615123457', '1800101221144'],
  SK: ['1234567890', '8001011238'],
  SI: ['15012557', '50223054'],
  ES: ['54362315K', 'X2482300W'],
  SE: ['640823-3234', '19640823-3234'],
  AR: ['20-05536168-2'],
  AU: ['123 456 782', '876 543 210', '37 118 629'],
  BR: ['390.533.447-05'],
  CA: ['130-692-544'],
  CH: ['756.9217.0769.85'],
  CL: ['12.531.909-2'],
  CN: ['11010519491231002X'],
  GB: ['1955839661', 'AB 12 34 56 C'],
  IL: ['123456782'],
  IN: ['AAAPA1234A'],
  IS: ['120174-3399', '450401-3150'],
  JP: ['123456789018'],
  KR: ['970131-9387019'],
  LI: ['1234567890'],
  MX: ['GODE561231GR8'],
  NO: ['151086 95088', '29029600013'],
  NZ: ['49-091-850', '35901981', '49098576', '136410132'],
  SG: ['S1234567D', 'M1234567K'],
  TR: ['10000000146', '17291716060'],
  US: ['123-45-6789'],
  ZA: ['0001339050'],
};

const known = countries.map(({ code }) => code).filter(issuesNumbers);

/** Countries whose check digit says of every single wrong digit that it is wrong. */
const SURE = [
  ...[
    'AT',
    'CA',
    'CH',
    'CN',
    'CY',
    'DE',
    'ES',
    'FI',
    'HR',
    'HU',
    'IE',
    'IL',
    'IT',
    'LU',
    'NL',
    'NO',
  ],
  ...['SE', 'SI', 'ZA'],
];
/** Those of which it says so of most. */
const MOSTLY = [
  'AU',
  'BE',
  'BR',
  'CZ',
  'EE',
  'FR',
  'GR',
  'IS',
  'JP',
  'LT',
  'NZ',
  'PL',
  'PT',
  'RO',
  'TR',
];

test('KEEP-14 the numbers that countries publish as examples are right, as they are written', () => {
  for (const [country, numbers] of Object.entries(examples)) {
    for (const number of numbers) {
      expect(numberProblem(country, number), `${country} ${number}`).toBeUndefined();
    }
  }
});

test('KEEP-14 every country of the European Union has its form, and every form an example', () => {
  const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';
  for (const country of union.split(' ')) expect(known, country).toContain(country);
  expect([...known].sort()).toEqual(Object.keys(examples).sort());
  for (const country of known) expect(countries.some(({ code }) => code === country)).toBe(true);
});

/** One digit of an example, changed. */
const mistyped = (of: readonly string[]) =>
  fc
    .constantFrom(...of.map((country) => [country, examples[country]?.[0] ?? '']))
    .chain(([country = '', example = '']) => {
      const number = plainNumber(country, example);
      const places = [...number].flatMap((one, at) => (/\d/.test(one) ? [at] : []));
      return fc.record({
        country: fc.constant(country),
        number: fc.constant(number),
        at: fc.constantFrom(...places),
        by: fc.integer({ min: 1, max: 9 }),
      });
    })
    .map(({ country, number, at, by }) => {
      const digit = String((Number(number[at]) + by) % 10);
      return { country, number: number.slice(0, at) + digit + number.slice(at + 1) };
    });

test('KEEP-14 a wrong digit is refused where the check digit tells', () => {
  fc.assert(
    fc.property(mistyped(SURE), ({ country, number }) => {
      expect(numberProblem(country, number), `${country} ${number}`).toBeDefined();
    }),
    { numRuns: 2_000 },
  );
});

test('KEEP-14 where it tells of most wrong digits, most are refused', () => {
  for (const country of MOSTLY) {
    const tried = fc.sample(mistyped([country]), { numRuns: 200, seed: 1 });
    const refused = tried.filter(({ number }) => numberProblem(country, number) !== undefined);
    expect(refused.length, country).toBeGreaterThan(160);
  }
});

test('KEEP-14 what is between the characters for reading, and their case, changes nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...known.filter((country) => !['FI'].includes(country))),
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      (country, spaced) => {
        const [example = ''] = examples[country] ?? [];
        const plain = plainNumber(country, example);
        const typed = [...plain.toLowerCase()].map((one, at) => (spaced[at] ? `${one} ` : one));
        expect(plainNumber(country, typed.join(''))).toBe(plain);
        expect(numberProblem(country, typed.join(''))).toBeUndefined();
      },
    ),
  );
});

test('KEEP-14 a number of another length, or of one digit alone, is none', () => {
  for (const country of known) {
    const { has, name } = taxNumberOf(country);
    expect(numberProblem(country, '12')?.replace(/^This is no.*/, `The ${name} has ${has}.`)).toBe(
      country === 'LI' ? undefined : `The ${name} has ${has}.`,
    );
    for (const length of [8, 9, 10, 11, 13]) {
      expect(numberProblem(country, '1'.repeat(length)), `${country} ${length}`).toBeDefined();
    }
  }
});

test('KEEP-14 where no form is known, any short text with a digit counts', () => {
  expect(issuesNumbers('KE')).toBe(false);
  expect(numberProblem('KE', 'A012345678B')).toBeUndefined();
  expect(numberProblem('KE', 'none')).toBe(
    'The tax number has 3 to 30 letters and digits, a digit among them.',
  );
});
