/**
 * Computes again what a derivation says (EASE-14), from its words alone, as somebody would with a pencil: it
 * shares no code with the product, and knows fractions of whole numbers and nothing else.
 */

/** One line as it is read on the page. */
export interface PencilLine {
  readonly label: string;
  readonly how: string;
  readonly result: string;
  readonly rounding: string;
}

interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const ten = (power: number): bigint => BigInt(`1${'0'.repeat(power)}`);
const sizeOf = (n: bigint): bigint => (n < 0n ? n * -1n : n);

/** '−1,234.5 USD' or '99.75%'. */
function read(text: string): Fraction {
  const found = /^([\u2212-]?)([\d,]+)(?:\.(\d+))?(?:%|\s\S+)?$/u.exec(text.trim());
  if (!found) throw new Error(`no number: “${text}”`);
  const [, sign, whole = '', decimals = ''] = found;
  const size = BigInt(whole.split(',').join('') + decimals);
  const bottom = ten(decimals.length) * (text.trim().endsWith('%') ? 100n : 1n);
  return { top: sign ? size * -1n : size, bottom };
}

function computed(how: string, before: readonly PencilLine[]): Fraction {
  if (how === 'the line above' || /^the \d+ lines above, added$/.test(how)) {
    const count = Number(/\d+/.exec(how)?.[0] ?? 1);
    if (count > before.length) throw new Error(`there are no ${count} lines above`);
    return before.slice(-count).reduce<Fraction>(
      (sum, { result }) => {
        const next = read(result);
        return {
          top: sum.top * next.bottom + next.top * sum.bottom,
          bottom: sum.bottom * next.bottom,
        };
      },
      { top: 0n, bottom: 1n },
    );
  }
  const [first = '', ...rest] = how.split(/ (?=[×÷+\u2212] )/u);
  let value = read(first);
  for (const part of rest) {
    const next = read(part.slice(2));
    switch (part[0]) {
      case '×':
        value = { top: value.top * next.top, bottom: value.bottom * next.bottom };
        break;
      case '÷':
        value = { top: value.top * next.bottom, bottom: value.bottom * next.top };
        break;
      case '+':
      case '\u2212': {
        const sign = part[0] === '+' ? 1n : -1n;
        value = {
          top: value.top * next.bottom + sign * next.top * value.bottom,
          bottom: value.bottom * next.bottom,
        };
        break;
      }
      default:
        throw new Error(`no sign: “${part}”`);
    }
  }
  return value;
}

/** What a line of numbers comes to, rounded as its words say. */
function expected({ how, result, rounding }: PencilLine, before: readonly PencilLine[]): Fraction {
  const value = computed(how, before);
  const words = /^(cut after|rounded to|rounded up to) (\d+) decimals?$/.exec(rounding);
  if (!words) {
    if (rounding !== '') throw new Error(`no rounding: “${rounding}”`);
    return value;
  }
  const decimals = Number(words[2]) + (result.endsWith('%') ? 2 : 0);
  const size = sizeOf(value.top) * ten(decimals);
  const whole = size / value.bottom;
  const rest = size - whole * value.bottom;
  const more =
    words[1] === 'rounded up to'
      ? rest > 0n
      : words[1] === 'rounded to' && rest * 2n >= value.bottom;
  const top = more ? whole + 1n : whole;
  return { top: value.top < 0n ? top * -1n : top, bottom: ten(decimals) };
}

/** A line is computed if it says how in numbers; of others the words tell where they are from. */
const isComputed = ({ how }: PencilLine): boolean =>
  / [×÷+\u2212] /u.test(how) ||
  / lines? above/.test(how) ||
  how === 'the line above' ||
  /^[\d\u2212]/u.test(how);

/**
 * The labels of those lines that do not come out, and how many were computed. Every number that a line
 * computes with must stand as the result of a line above it, or be a fact of its own.
 */
export function checkWithPencil(lines: readonly PencilLine[]): {
  readonly wrong: readonly string[];
  readonly computed: number;
} {
  const wrong = lines.filter((line, i) => {
    if (!isComputed(line)) return false;
    const [told, own] = [read(line.result), expected(line, lines.slice(0, i))];
    return told.top * own.bottom !== own.top * told.bottom;
  });
  return { wrong: wrong.map(({ label }) => label), computed: lines.filter(isComputed).length };
}

/** A number in a text, as a fraction in its lowest terms: two that are the same number are the same text. */
export function valueIn(text: string): string {
  const { top, bottom } = read(text);
  let [a, b] = [sizeOf(top), bottom];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? '0/1' : `${top / a}/${bottom / a}`;
}

/** The numbers in a text, without their signs, each as `valueIn` writes it. */
export const numbersIn = (text: string): readonly string[] =>
  (text.match(/[\d,]*\d(?:\.\d+)?%?/g) ?? []).map(valueIn);
