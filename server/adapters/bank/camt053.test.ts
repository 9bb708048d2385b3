import { expect, test } from 'vitest';
import { readCamt053 } from './camt053.ts';

const DAY = '2026-03-02';
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02';

const balance = (kind: string, amount: string, sign = 'CRDT', day = DAY) =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

const entry = (amount: string, sign: string, more = '', status = 'BOOK') =>
  `<Ntry><NtryRef>N1</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${DAY}</Dt></BookgDt>${more}</Ntry>`;

const refs = (id: string, more = '') =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${more}<RltdPties><Dbtr><Nm>Ada &amp; Söhne</Nm></Dbtr></RltdPties></TxDtls>`;

const of = (
  body: string,
  { account = '<IBAN>DE89370400440532013000</IBAN>', head = `xmlns="${NAMESPACE}"` } = {},
) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document ${head}><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id>${account}</Id></Acct>${body}</Stmt></BkToCstmrStmt></Document>`;

const read = (text: string) => readCamt053(text, DAY);
const problemOf = (text: string): string => {
  const answer = read(text);
  return answer.ok ? 'none' : answer.problem;
};

test('BANK-06 a statement is read to the cent, with the references of each entry', () => {
  const body = [
    balance('OPBD', '1000.00'),
    balance('CLBD', '900.09'),
    // What a bank keeps beside them is passed over.
    balance('CLAV', '5.00'),
    entry('250.1', 'CRDT', `<AcctSvcrRef>B7</AcctSvcrRef><NtryDtls>${refs('a1')}</NtryDtls>`),
    entry('350.01', 'DBIT', `<RvslInd>true</RvslInd><NtryDtls>${refs('NOTPROVIDED')}</NtryDtls>`),
    entry('77', 'DBIT', '', 'PDNG'),
  ].join('');
  expect(read(of(body))).toEqual({
    ok: true,
    statements: [
      {
        ...{ account: 'DE89370400440532013000', currency: 'EUR', day: DAY },
        ...{ opening: 100_000n, closing: 90_009n },
        entries: [
          { units: 25_010n, references: ['N1', 'B7', 'a1'], reversal: false },
          { units: -35_001n, references: ['N1'], reversal: true },
        ],
      },
    ],
  });
});

test('BANK-06 an overdrawn account, an entry of several transactions and another prefix are read', () => {
  const parts = `<NtryDtls>${refs('a', '<Amt Ccy="EUR">3.00</Amt>')}${refs('b', '<AmtDtls><TxAmt><Amt Ccy="EUR">1.50</Amt></TxAmt></AmtDtls><CdtDbtInd>DBIT</CdtDbtInd>')}</NtryDtls>`;
  const text = of(
    balance('PRCD', '2.00', 'DBIT') +
      balance('CLBD', '0.50', 'DBIT') +
      entry('1.50', 'CRDT', parts),
    { account: '<Othr><Id>12345</Id></Othr>' },
  )
    .replace('<Document xmlns=', '<n:Document xmlns:n=')
    .replace('</Document>', '</n:Document>')
    .replaceAll(/<(\/?)(BkToCstmrStmt|Stmt)>/g, '<$1n:$2>');
  expect(read(text)).toMatchObject({
    ok: true,
    statements: [
      {
        ...{ account: '12345', opening: -200n, closing: -50n },
        entries: [
          { units: 300n, references: ['a'] },
          { units: -150n, references: ['b'] },
        ],
      },
    ],
  });
});

test('BANK-06 a day without an entry is a statement too', () => {
  const text = of(balance('OPBD', '10.00') + balance('CLBD', '10.00'));
  expect(read(text)).toMatchObject({ ok: true, statements: [{ opening: 1000n, entries: [] }] });
});

const whole = balance('OPBD', '1.00') + balance('CLBD', '2.00') + entry('1.00', 'CRDT');

test.each([
  ['no XML', 'hello', /no XML/],
  ['half of it', of(whole).slice(0, 300), /no XML/],
  ['a page of a website', '<html><body>Sign in</body></html>', /no camt.053/],
  ['another message', of(whole).replace('camt.053', 'camt.052'), /no camt.053/],
  [
    'a document type',
    of(whole).replace('<Document', '<!DOCTYPE x [<!ENTITY a "1">]><Document'),
    /document type/,
  ],
  ['no statement in it', of(whole).replaceAll('Stmt>', 'Other>'), /lacks Document/],
  ['no opening balance', of(balance('CLBD', '2.00')), /no balance OPBD/],
  ['no closing balance', of(balance('OPBD', '2.00')), /lacks|no balance CLBD/],
  ['two closing balances', of(whole + balance('CLBD', '2.00')), /several balances CLBD/],
  ['another day', of(whole.replaceAll(DAY, '2026-03-01')), /of 2026-03-01 and not of 2026-03-02/],
  ['a sum that does not fit by a cent', of(whole.replace('2.00', '2.01')), /do not lead/],
  ['an amount with a comma', of(whole.replace('2.00', '2,00')), /another form/],
  ['an amount below zero', of(whole.replace('2.00', '-2.00')), /another form/],
  ['a part of a cent', of(whole.replace('2.00', '2.001')), /no amount 2.001/],
  ['a sign that is none', of(whole.replaceAll('CRDT', 'PLUS')), /another form/],
  ['two currencies', of(whole.replace('Ccy="EUR">2', 'Ccy="AUD">2')), /mixes/],
  ['a currency that is not ours', of(whole.replaceAll('EUR', 'USD')), /no account in a currency/],
  ['a status that is unknown', of(whole.replace('BOOK', 'DONE')), /unknown status DONE/],
  [
    'transactions that do not add up',
    of(
      whole.replace(
        '</Ntry>',
        `<NtryDtls>${refs('a', '<Amt Ccy="EUR">1.00</Amt>')}${refs('b', '<Amt Ccy="EUR">0.01</Amt>')}</NtryDtls></Ntry>`,
      ),
    ),
    /do not add up/,
  ],
  [
    'transactions without amounts',
    of(whole.replace('</Ntry>', `<NtryDtls>${refs('a')}${refs('b')}</NtryDtls></Ntry>`)),
    /how much each is/,
  ],
  [
    'an account twice',
    of(
      `${whole}</Stmt><Stmt><Id>2</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${whole}`,
    ),
    /an account twice/,
  ],
])('BANK-06 a document with %s is refused, and says why', (_, text, problem) => {
  expect(problemOf(text)).toMatch(problem);
});

const only = (answer: ReturnType<typeof read>) => (answer.ok ? answer.statements[0] : answer);
const interim = (amount: string) => balance('ITBD', amount);
const page = (body: string) =>
  `</Stmt><Stmt><Id>2</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${body}`;
const pages =
  balance('OPBD', '1.00') +
  interim('3.00') +
  entry('2.00', 'CRDT') +
  page(interim('3.00') + balance('CLBD', '2.50') + entry('0.50', 'DBIT'));
const batch = (parts: string, more = '') =>
  of(
    balance('OPBD', '0.00') +
      balance('CLBD', '4.00') +
      entry('4.00', 'CRDT', `${more}<NtryDtls>${parts}</NtryDtls>`),
  );
const instructed = (amount: string, currency = 'EUR') =>
  `<AmtDtls><InstdAmt><Amt Ccy="${currency}">${amount}</Amt></InstdAmt></AmtDtls>`;
const taken = (amount: string) =>
  `<Chrgs><Rcrd><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>`;
const spelled = (amount: string) =>
  of(balance('OPBD', '0') + balance('CLBD', amount) + entry(amount, 'CRDT'));
const closingAt = (moment: string) =>
  of(whole).replace(/(<Cd>CLBD.*?)<Dt><Dt>[^<]*<\/Dt><\/Dt>/, `$1<Dt><DtTm>${moment}</DtTm></Dt>`);

test.each([
  ['pages of one day', of(pages), { opening: 100n, closing: 250n }],
  ['an interim balance beside the others', of(whole + interim('1.50')), { closing: 200n }],
  ['a closing balance of the day', closingAt(`${DAY}T18:00:00`), { day: DAY, closing: 200n }],
  ['one of midnight, the end of the day', closingAt('2026-03-03T00:00:00'), { day: DAY }],
  ['one of midnight with a zone', closingAt('2026-03-03T00:00:00.000+01:00'), { day: DAY }],
  ['one of 24 o’clock', closingAt(`${DAY}T24:00:00`), { day: DAY }],
  [
    'a batch with instructed amounts',
    batch(refs('a', instructed('3.00')) + refs('b', instructed('1'))),
    { entries: [{ units: 300n }, { units: 100n }] },
  ],
  [
    'a batch less its charges',
    batch(refs('a', instructed('3.00') + taken('0.25')) + refs('b', instructed('1.25'))),
    { entries: [{ units: 300n }, { units: 125n }, { units: -25n, references: ['N1'] }] },
  ],
  [
    'a batch less the charges of the whole',
    batch(refs('a', instructed('3.00')) + refs('b', instructed('2.00')), taken('1.00')),
    { entries: [{ units: 300n }, { units: 200n }, { units: -100n }] },
  ],
  ['a decimal without a digit in front', spelled('.50'), { closing: 50n }],
  ['one without a digit behind', spelled('5.'), { closing: 500n }],
  ['one with a plus and zeros', spelled('+0005.5000000'), { closing: 550n }],
  ['one with blanks around it', spelled(' 5.00\n'), { closing: 500n }],
  [
    'references with escapes',
    of(whole.replace('N1', '&#65;&amp;&#x42;')),
    { entries: [{ references: ['A&B'] }] },
  ],
] as const)('HARD-62 a real bank’s statement is read: %s', (_, text, expected) => {
  expect(only(read(text))).toMatchObject(expected);
});

test.each([
  ['a first page alone', of(balance('OPBD', '1.00') + interim('1.00')), /one page of a statement/],
  [
    'a page that ends as an interim closing balance',
    of(whole).replace(
      '<Cd>CLBD</Cd></CdOrPrtry>',
      '<Cd>CLBD</Cd></CdOrPrtry><SubTp><Cd>INTM</Cd></SubTp>',
    ),
    /one page of a statement/,
  ],
  ['a last page alone', of(interim('1.00') + balance('CLBD', '1.00')), /no balance OPBD or PRCD/],
  [
    'pages with a gap',
    of(
      pages.replace(
        'ITBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal><Bal>',
        'ITBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">3.01</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal><Bal>',
      ),
    ),
    /do not follow each other/,
  ],
  ['a midnight that is another day’s', closingAt(`${DAY}T00:00:00`), /of 2026-03-01 and not/],
  [
    'a status of the bank’s own',
    of(whole.replace('<Sts>BOOK</Sts>', '<Sts><Prtry>GEBUCHT</Prtry></Sts>')),
    /status of the bank's own, GEBUCHT/,
  ],
  [
    'a batch in another currency',
    batch(refs('a', instructed('3', 'USD')) + refs('b', instructed('1', 'USD'))),
    /mixes EUR and USD/,
  ],
  [
    'charges that do not explain the rest',
    batch(refs('a', instructed('3') + taken('0.24')) + refs('b', instructed('1.25'))),
    /do not add up/,
  ],
  ['an amount below zero', spelled('-5.00'), /another form/],
  ['an exponent', spelled('5e2'), /another form/],
] as const)('HARD-62 a real bank’s statement is refused by name: %s', (_, text, problem) => {
  expect(problemOf(text)).toMatch(problem);
});

test.each([
  ['an element of prototypes', of(`${whole}<__proto__>1</__proto__>`), /no bank writes|no XML/],
  ['a constructor', of(`${whole}<constructor>1</constructor>`), /no bank writes|none/],
  [
    'very deep nesting',
    of(`${whole}${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`),
    /no bank writes/,
  ],
  ['a CDATA that never ends', of(`${whole}<a><![CDATA[x</a>`), /no bank writes|no XML/],
  [
    'a name space in a comment',
    of(whole, { head: `xmlns="urn:evil"` }).replace(
      '<Document',
      `<!-- xmlns="${NAMESPACE}" --><Document`,
    ),
    /no camt.053/,
  ],
  [
    'a name space of another prefix',
    of(whole, { head: `xmlns="urn:evil" xmlns:x="${NAMESPACE}"` }),
    /no camt.053/,
  ],
  ['NUL', of(whole.replace('N1', 'N\u0000')), /character that no text has/],
  ['NUL by number', of(whole.replace('N1', 'N&#0;')), /character that no text has/],
  ['half of a pair', of(whole.replace('N1', 'N&#xD800;')), /character that no text has/],
  ['a character beyond all', of(whole.replace('N1', 'N&#x110000;')), /does not exist/],
  ['an entity of its own', of(whole.replace('N1', 'N&secret;')), /entity of its own/],
] as const)('HARD-79 hostile XML is refused in our own words: %s', (_, text, problem) => {
  expect(problemOf(text)).toMatch(problem);
});
