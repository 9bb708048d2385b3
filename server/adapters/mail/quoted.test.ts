import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from './quoted.ts';

test.each([
  ['Ledger at home', '“Ledger at home”'],
  ["Zoë's Wallet (new) 2", "“Zoë's Wallet (new) 2”"],
  ['Call +61 2 5550 1000 now, kopa-help.example/x', '“Call 61 2 now kopa-help example x”'],
  ['support@kopa.help', '“support kopa help”'],
  ['https://kopa.help', '“https kopa help”'],
  ['+++', 'without a name'],
  ['東京の財布', '“東京の財布”'],
])('a name that a customer chose stands in a mail as a name: %s', (name, text) => {
  expect(quoted(name)).toBe(text);
});

test('no name holds an address, a link or a telephone number', () => {
  const made = fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
    expect(quoted(name)).not.toMatch(/[@./:\\]|\d{4}|\n/);
    expect([...quoted(name)].length).toBeLessThanOrEqual(42);
  });
  fc.assert(made);
});
