import { expect, test } from 'vitest';
import {
  bsbHint,
  bsbProblem,
  ibanHint,
  ibanProblem,
  parseAccountNumber,
  parseIban,
} from '#core/money/account-number.ts';
import { caretAfter, readAmount } from '#core/money/amount-input.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { parseThreshold } from '#core/money/price-alert.ts';
import { checkLabel } from '#core/money/saved-address.ts';
import { addressHelp } from '#core/networks/address/address-help.ts';
import { checkAddress } from '#core/networks/address/check-address.ts';
import { cleanAddress } from '#core/networks/address/clean-address.ts';
import { destinationOf, writtenForms } from '#core/networks/address/destination.ts';
import { looksAlike } from '#core/networks/address/look-alike.ts';
import { recognise } from '#core/networks/address/recognise.ts';
import { networks } from '#core/networks/networks.ts';
import { isPaymentUri, readPaymentUri } from '#core/networks/payment-uri.ts';
import { readShared } from '#core/networks/shared-payment.ts';
import { checkAntiPhishingCode } from '#core/people/anti-phishing.ts';
import { cleanCode } from '#core/people/code-text.ts';
import { plainEmail } from '#core/people/email-address.ts';
import { compareName } from '#core/people/person-name.ts';
import {
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkPassword,
  checkResetCode,
  hyphenateDate,
  readBirthDate,
} from '#core/people/validation.ts';
import { searchWords } from '#core/statement/search-words.ts';
import { instantOf, trackingIdOf } from '#core/statement/statement.ts';
import { oneLine, seenLength } from '#core/text/one-line.ts';
import { csvRow } from '#files/csv.ts';
import { fileName } from '#files/file-name.ts';
import { holderNamed } from '#server/services/money-in/purchases/holder-compared.ts';

const LENGTH = 10_000;
const MOST_MS = 50;
/** Memory that is tidied up may lengthen a try; a reader that is slow itself is slow in each. */
const TRIES = 5;

/** What this thread has computed, in milliseconds: what else the machine does is not in it. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** What makes a reader look again and again: one sign many times, before and after what does not fit. */
const hostile: readonly string[] = [
  ...[
    ' ',
    '0',
    '1',
    'a',
    '.',
    ',',
    '-',
    '_',
    ':',
    '/',
    '\n',
    '\0',
    '%',
    '=',
    '@',
    '<',
    "'",
  ].flatMap((sign) => {
    const many = sign.repeat(LENGTH - 2);
    return [`1${many}!`, `${many}!1`, `a${many}\n`];
  }),
  `${'1 '.repeat(LENGTH / 2)}!`,
  `${'a.'.repeat(LENGTH / 2)}@`,
  `bitcoin:${'?amount=1&'.repeat(LENGTH / 10)}`,
  `${' '.repeat(LENGTH / 2)}1${' '.repeat(LENGTH / 2)}!`,
  `0x${'f'.repeat(LENGTH)}`,
  `bc1${'q'.repeat(LENGTH)}`,
  'é'.normalize('NFD').repeat(LENGTH / 2),
  '\u202e\ufe0f'.repeat(LENGTH / 2),
  '٣'.repeat(LENGTH),
];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  readAmount: (text) => readAmount(text, '', 8, 'BTC'),
  readAmountAgain: (text) => readAmount(text, text.slice(1), 8, 'BTC'),
  caretAfter: (text) => caretAfter(text, text.length / 2, '1.5'),
  readBirthDate: (text) => readBirthDate(text, '', 'AU'),
  checkDateOfBirth: (text) => checkDateOfBirth(text, '2026-01-01'),
  hyphenateDate,
  checkName: (text) => checkName('First name', text),
  checkEmail,
  plainEmail,
  checkPassword,
  checkResetCode,
  cleanCode,
  checkAntiPhishingCode,
  checkLabel,
  // An account's own names have at most 50 characters (AUTH-05).
  compareName: (text) => compareName({ first: 'Anna', last: text.slice(0, 50) }, text),
  holderNamed,
  readPaymentUri,
  isPaymentUri,
  readShared,
  cleanAddress,
  recognise,
  ...Object.fromEntries(
    networks.flatMap((network) => [
      [`checkAddress ${network}`, (text: string) => checkAddress(network, text)],
      [`destinationOf ${network}`, (text: string) => destinationOf(network, text, text)],
      [`writtenForms ${network}`, (text: string) => writtenForms(network, text)],
      [`addressHelp ${network}`, (text: string) => addressHelp(network, text)],
    ]),
  ),
  looksAlike: (text) => looksAlike(text, `${text}a`),
  parseIban,
  ibanProblem,
  ibanHint,
  bsbProblem,
  bsbHint,
  parseAccountNumber,
  parseThreshold: (text) => parseThreshold('above', text),
  searchWords,
  oneLine,
  seenLength,
  fileName: (text) => fileName([text], 'csv'),
  csvComma: (text) => csvRow('comma', [text, text]),
  csvSemicolon: (text) => csvRow('semicolon', [text, text]),
  instantOf,
  trackingIdOf,
  formatDecimal: (text) => formatDecimal(/^\d+$/.test(text) ? text : '1', 0, 8),
  formatFiat: (text) => formatFiat(/^\d+$/.test(text) ? text : '1', 'EUR'),
};

test.each(Object.entries(readers))(
  'READ-06 %s reads 10,000 hostile characters within 50 ms',
  (_, read) => {
    for (const text of hostile) {
      let least = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < TRIES && least > MOST_MS; turn += 1) {
        const begun = computedMs();
        read(text);
        least = Math.min(least, computedMs() - begun);
      }
      expect(least, JSON.stringify(text.slice(0, 10))).toBeLessThan(MOST_MS);
    }
  },
);
