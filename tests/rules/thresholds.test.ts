import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tests/support/server-process.ts';

/** Constants that are a sum of money: in cents, or whole units in a setting. */
const CONSTANT = /^(?:export )?const (\w+(?:CENTS|THRESHOLD)\w*)\b[^=]*= (?!\()/gm;
const SETTING = /^ {2}(\w+_(?:MOST|CAP|CAPS|TOTAL)): v\.optional\(/gm;

const found = (): readonly string[] =>
  globSync(['src/**/*.ts', 'server/**/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.ts$|^server\/seed\//.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      const names = [...code.matchAll(CONSTANT), ...code.matchAll(SETTING)];
      return names.map(([, name]) => `${file} ${name}`);
    });

/** What counts together so that whoever splits a sum gains nothing, with the title of the test that tries it. */
const together: Readonly<Record<string, { readonly within: string; readonly tried: string }>> = {
  'src/core/people/counterparty.ts CONTROL_FROM_EUR_CENTS': {
    within: '24 hours',
    tried: 'HARD-57 halves within a day count together for the control of an own wallet',
  },
  'server/policy.ts TWO_OFFICERS_EUR_CENTS': {
    within: '24 hours',
    tried: 'HARD-57 halves that went or go the same way within 24 hours need two officers, too',
  },
  'server/policy.ts LARGE_TRANSFER_EUR_CENTS': {
    within: '24 hours',
    tried:
      'KEEP-08 EUR 15,000 in one transaction or in linked ones, within a day and in one direction',
  },
  'server/policy.ts UNNAMED_CARDS_THRESHOLD_USDC': {
    within: '30 days',
    tried:
      'SPEC-06 cards without a name that pay so much within thirty days are one case, also at one moment',
  },
  'server/policy.ts DAILY_WITHDRAWAL_USD_CENTS': {
    within: '24 hours',
    tried:
      'BEY-09 the remaining limit of the day is shown, and grows again when a withdrawal is cancelled',
  },
  'server/config.ts CASH_STABLE_CAP': {
    within: 'a day',
    tried:
      'HARD-48 a customer exchanges no more than a day’s cap between cash and stable coins, however many at once',
  },
  'server/config.ts UNVERIFIED_TOTAL': {
    within: '30 days',
    tried:
      'SPEC-05 whoever is not approved buys for so much within thirty days, also by presses at one moment, and reads it before',
  },
};

/** What one act alone decides, and why splitting it gains nothing. */
const alone: Readonly<Record<string, string>> = {
  'src/core/money/purchase-approval.ts KYC_THRESHOLD_CENTS':
    'the documents name a purchase; UNVERIFIED_TOTAL counts them together',
  'src/core/money/purchase.ts LEAST_CENTS': 'the smallest purchase',
  'src/core/money/purchase.ts MOST_CENTS': 'the largest purchase: more of them are allowed',
  'server/services/money-in/purchases/purchase-checks.ts MOST_READ_CENTS':
    'a number that no card pays',
  'server/services/checks/monitoring/suspicion.ts UNKNOWN_CENTS':
    'stands for a value that is not known',
  'server/config.ts BANK_TRANSFER_MOST': 'a slip of the bank’s point is in one transfer',
};

test('READ-11 each threshold of money is a function of a period, or has a reason why one act decides', () => {
  const listed = [...Object.keys(together), ...Object.keys(alone)];
  const all = found();
  expect(all.filter((one) => !listed.includes(one))).toEqual([]);
  expect(
    listed.filter((one) => !all.includes(one)),
    'is not there any more',
  ).toEqual([]);
});

test('READ-11 of each that counts together a test tries several at once', () => {
  const tests = globSync(['tests/**/*.test.ts', 'src/**/*.test.ts', 'server/**/*.test.ts'], {
    cwd: root,
  })
    .filter((file) => file !== 'tests/rules/thresholds.test.ts')
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const untried = Object.values(together).filter(({ tried }) => !tests.includes(`test('${tried}'`));
  expect(untried).toEqual([]);
});
