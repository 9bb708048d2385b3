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
