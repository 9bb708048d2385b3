import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCamt053 } from './camt053.ts';
import { readStatementAside, STATEMENT_BYTES } from './read-statement.ts';

const DAY = '2026-03-02';
const balance = (kind: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${DAY}</Dt></Dt></Bal>`;
const entry = (at: number) =>
  `<Ntry><NtryRef>N${at}</NtryRef><Amt Ccy="EUR">0.01</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>`;
const fileOf = (entries: number) => {
  const lines = Array.from({ length: entries }, (_, at) => entry(at)).join('');
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${balance('OPBD', '0.00')}${balance('CLBD', (entries / 100).toFixed(2))}${lines}</Stmt></BkToCstmrStmt></Document>`;
};
const bytesOf = (text: string) => new TextEncoder().encode(text);

test('HARD-79 a file read in a thread of its own says what it says here, entry by entry', async () => {
  for (const entries of [0, 1, 200, 1001]) {
    const text = fileOf(entries);
    expect(await readStatementAside(bytesOf(text), DAY)).toEqual(readCamt053(text, DAY));
  }
});

test('HARD-79 what is refused in the thread is refused here, in the same words', async () => {
  const other = '2026-03-03';
  expect(await readStatementAside(bytesOf(fileOf(1)), other)).toEqual(
    readCamt053(fileOf(1), other),
  );
  expect(await readStatementAside(bytesOf('<a><__proto__/></a>'), DAY)).toMatchObject({
    ok: false,
  });
});

test('HARD-79 a file that is larger than any bank’s is refused by name, and none is read', async () => {
  const file = new Uint8Array(STATEMENT_BYTES + 1);
  expect(await readStatementAside(file, DAY)).toEqual({
    ok: false,
    problem: 'it is larger than 20 MB',
  });
});

test('HARD-79 no real bank’s file is read beside customers', () => {
  const server = `${import.meta.dirname}/../..`;
  const importing = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).filter((file) =>
    /\breadCamt053\b/.test(readFileSync(`${server}/${file}`, 'utf8')),
  );
  expect(importing.sort()).toEqual([
    'adapters/bank/camt053.ts',
    // The simulated bank's file is our own, and small.
    'adapters/bank/sandbox-bank.ts',
    'adapters/bank/statement-thread.ts',
  ]);
});
