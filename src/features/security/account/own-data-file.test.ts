import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type OwnData, ownDataFile } from './own-data-file.ts';

const data: OwnData = {
  as_of: '2026-11-25T10:00:00.000Z',
  tables: [
    {
      name: 'saved_addresses',
      about: 'Your address book.',
      columns: ['label', 'tag', 'created_at'],
      rows: [
        ['Žygimantas, "home"', null, '2026-01-02T03:04:05.000Z'],
        ['=cmd()', '7', '2026-01-02T03:04:05.000Z'],
      ],
    },
    { name: 'withdrawals', about: 'What you withdrew.', columns: ['id'], rows: [] },
  ],
  left_out: [{ what: 'users.password_hash', why: 'A fingerprint of a secret.' }],
};

const filesIn = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]),
  );

test('KEEP-04 the file holds every table as JSON and as CSV, and says what is left out and why', () => {
  const files = filesIn(ownDataFile(data, 'comma'));
  expect(Object.keys(files).sort()).toEqual([
    'csv/saved_addresses.csv',
    'csv/withdrawals.csv',
    'data.json',
    'read-me.txt',
  ]);
  expect(JSON.parse(files['data.json'] ?? '')).toEqual({
    as_of: data.as_of,
    tables: {
      saved_addresses: {
        about: 'Your address book.',
        rows: [
          { label: 'Žygimantas, "home"', tag: null, created_at: '2026-01-02T03:04:05.000Z' },
          { label: '=cmd()', tag: '7', created_at: '2026-01-02T03:04:05.000Z' },
        ],
      },
      withdrawals: { about: 'What you withdrew.', rows: [] },
    },
    left_out: data.left_out,
  });
  const time = '2026-01-02T03:04:05.000Z';
  // What a spreadsheet would run is harmless in the CSV, as in every other file of ours.
  expect(files['csv/saved_addresses.csv']).toContain(
    `"Žygimantas, ""home""",,${time}\r\n'=cmd(),7,${time}\r\n`,
  );
  expect(files['csv/withdrawals.csv']).toMatch(/id\r\n$/);
  expect(files['read-me.txt']).toContain('saved_addresses (2): Your address book.');
  expect(files['read-me.txt']).toContain('users.password_hash: A fingerprint of a secret.');
});
