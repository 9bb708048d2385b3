import { LONGEST_PASTED, plainDigits, withoutInvisible } from '#core/text/pasted-signs.ts';

/**
 * What a customer types or pastes into an amount field, turned into a plain decimal (SWAP-03, BEY-08):
 * digits and one dot, cut to the asset's decimals. A comma also counts as a decimal mark. A text with
 * two honest readings is refused rather than guessed: "1,234" is either a thousand or one.
 */
export type AmountReading =
  /** An incomplete decimal: digits, at most one dot, perhaps at the end. Empty is fine. */
  | { readonly kind: 'amount'; readonly value: string }
  /**
   * Two readings are possible, or another currency is named: `text` tells the customer. The field keeps its
   * value.
   */
  | { readonly kind: 'doubtful'; readonly text: string }
  /** Not an amount; the field keeps its value. */
  | { readonly kind: 'refused' };

const MAX_WHOLE_DIGITS = 18;
/** Blanks and apostrophes that group digits by threes. A tab or line end parts two numbers. */
const GROUPING = /[ \u00a0\u2009\u202f'’]/g;
/** The same mark between all groups of the whole part, and blanks after each third decimal. */
const GROUPED_BY_SIGN =
  /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’])\d{3}(?:\1\d{3})*)?(?:[.,]\d*)?$|^\d+[.,]\d{3}(?:[ \u00a0\u2009\u202f]\d{3})*(?:[ \u00a0\u2009\u202f]\d{1,3})?$/;
/** Decimal and thousands marks of other scripts. */
const MARKS: Readonly<Record<string, string>> = { '٫': '.', '．': '.', '٬': ',', '，': ',' };
/** What stands in front of a number when copied, such as a currency symbol. */
const IN_FRONT = /^[^\d.,\-\u2212]*/;
const NUMBER = /^[\d.,\s'’]*/;
/** What stands behind it: a code or a symbol. */
const BEHIND = /^\p{L}*[\s\p{Sc}]*$/u;
const NAME = /\p{L}+\$?|\p{Sc}/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{N}/u;

const TWO_READINGS: AmountReading = {
  kind: 'doubtful',
  text: 'That could be read in two ways. Type it without a thousands separator.',
};

/** Other signs of a currency that may stand beside an amount, besides its code. */
const OTHER_NAMES: Partial<Record<string, readonly string[]>> = {
  USD: ['$', 'US$'],
  EUR: ['€'],
  AUD: ['$', 'A$', 'AU$'],
  BTC: ['₿'],
  ETH: ['Ξ'],
};

/**
 * Whether a text is an amount in this currency. "$5" is not five bitcoin, nor are "5 USDC" or "5 mBTC": an
 * amount that names a currency is accepted only by a field of that currency.
 */
const isOf = (currency: string, text: string): boolean =>
  (text.toUpperCase().match(NAME) ?? []).every(
    (name) => name === currency || OTHER_NAMES[currency]?.includes(name),
  );

const amount = (whole: string, fraction: string | undefined, precision: number): AmountReading => {
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_WHOLE_DIGITS) return { kind: 'refused' };
  if (fraction === undefined) return { kind: 'amount', value: digits };
  return { kind: 'amount', value: `${digits || '0'}.${fraction.slice(0, precision)}` };
};

const grouped = (whole: string, mark: string): boolean => {
  const groups = whole.split(mark);
  return /^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((g) => /^\d{3}$/.test(g));
};

/** Both marks are in the text: the last one is the decimal mark, the other must group thousands. */
function mixed(text: string, precision: number): AmountReading {
  const mark = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  const [whole = '', fraction = '', ...rest] = text.split(mark);
  if (rest.length > 0 || !grouped(whole, other)) return { kind: 'refused' };
  return amount(whole.replaceAll(other, ''), fraction, precision);
}

/** Digits and marks of every script as those of ours. */
const plainly = (text: string): string =>
  plainDigits(withoutInvisible(text)).replace(/[٫．٬，]/g, (mark) => MARKS[mark] ?? mark);

/** A whole text that arrived at once: pasted, dropped or auto-filled. */
function readWhole(text: string, precision: number, currency: string): AmountReading {
  if (text.trim() === '') return amount('', undefined, precision);
  if (FOREIGN_DIGIT.test(text) || !/\d/.test(text)) return { kind: 'refused' };
  if (!isOf(currency, text)) {
    return {
      kind: 'doubtful',
      text: `That isn’t an amount in ${currency}. Type the amount in ${currency}.`,
    };
  }
  const shown = text.replace(IN_FRONT, '');
  const [digits = ''] = NUMBER.exec(shown) ?? [];
  const written = digits.trim();
  if (!written || !BEHIND.test(shown.slice(digits.length))) return { kind: 'refused' };
  if (/[\s'’]/.test(written) && !GROUPED_BY_SIGN.test(written)) return TWO_READINGS;
  const number = written.replace(GROUPING, '');
  const dots = number.split('.').length - 1;
  const commas = number.split(',').length - 1;
  if (dots > 0 && commas > 0) return mixed(number, precision);
  const mark = commas > 0 ? ',' : '.';
  const [whole = '', fraction, ...rest] = number.split(mark);
  if (rest.length > 0) {
    return grouped(number, mark)
      ? amount(number.replaceAll(mark, ''), undefined, precision)
      : { kind: 'refused' };
  }
  if (mark === ',' && grouped(number, mark)) return TWO_READINGS;
  return amount(whole, fraction, precision);
}

/**
 * How many characters of `text` are new compared with `previous`, ignoring what is the same at both
 * ends.
 */
function newCharacters(text: string, previous: string): number {
  const most = Math.min(text.length, previous.length);
  let head = 0;
  while (head < most && text[head] === previous[head]) head += 1;
  let tail = 0;
  while (tail < most - head && text.at(-1 - tail) === previous.at(-1 - tail)) tail += 1;
  return text.length - head - tail;
}

/** Looks like grouped thousands: "1.500", "12.000". */
const GROUPED = /^[1-9]\d{0,2}\.\d{3}$/;
/** The same where not all of its digits fit. */
const CUT = /^[1-9]\d{0,2}\.\d{1,2}$/;

/**
 * Reads the new text of a field for amounts of `currency`, an asset's or a fiat code. `previous` is what
 * it held: one new character was typed, more arrived at once. A typed comma is a decimal mark, and shown
 * as one, until what follows tells otherwise: a second mark after three digits ("1,500.") makes the first
 * one a thousands mark, and where fewer digits fit, leaves two readings. A comma that comes to stand between digits leaves two readings: "1,500" may have been
 * pasted over "1500". Digits beyond the decimals are dropped, however many stand before the mark (SPEC-09).
 */
export function readAmount(
  entered: string,
  previous: string,
  precision: number,
  currency: string,
): AmountReading {
  if (entered.length > LONGEST_PASTED) return { kind: 'refused' };
  const text = plainly(entered);
  if (newCharacters(text, previous) > 1) return readWhole(text, precision, currency);
  if (GROUPED.test(previous) && /^[.,]$/.test(text.slice(previous.length))) {
    return amount(previous.replace('.', ''), '', precision);
  }
  const isSecond = text.startsWith(previous) && /^[.,]$/.test(text.slice(previous.length));
  // The third digit behind the first mark was dropped, or was still to come.
  if (isSecond && precision < 3 && CUT.test(previous)) return TWO_READINGS;
  const plain = text.replace(',', '.');
  if (plain !== text && GROUPED.test(plain)) return TWO_READINGS;
  const [whole = '', fraction, ...rest] = plain.split('.');
  if (rest.length > 0 || !/^\d*(?:\.\d*)?$/.test(plain)) return { kind: 'refused' };
  return plain === '' ? amount('', undefined, precision) : amount(whole, fraction, precision);
}

/**
 * Where the caret belongs once `raw` (with the caret at `caret`) has become `value`, so that typing in
 * the middle of a number does not throw it to the end.
 */
export function caretAfter(entered: string, caret: number, value: string): number {
  const raw = plainDigits(entered);
  const behind = raw.slice(caret).replace(/[^\d.,]/g, '').length;
  const kept = raw.replace(/[^\d.,]/g, '').length;
  // The cut decimals were at or after the caret; added or removed leading zeros were before it.
  const cut = Math.max(0, decimalsOf(raw) - decimalsOf(value));
  return Math.min(
    value.length,
    Math.max(0, value.length - Math.max(0, behind - Math.min(cut, kept))),
  );
}

const decimalsOf = (text: string): number => {
  const at = Math.max(text.indexOf('.'), text.indexOf(','));
  return at < 0 ? 0 : text.length - at - 1;
};
