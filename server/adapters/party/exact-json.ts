import { trimmedEnd } from '#core/text/trimmed-of.ts';

/**
 * JSON in which numbers stay the text they were written as, so that a price or a rate never passes
 * through a binary float.
 */
export type ExactJson =
  | string
  | boolean
  | null
  | NumberText
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** A number as it was written in the text. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** The reviver's third argument (source text access) is in the runtime but not yet in TypeScript's types. */
const parse = JSON.parse as (text: string, reviver: Reviver) => ExactJson;

/** The parsed text, or undefined where it is not JSON. */
export function parseExactJson(text: string): ExactJson | undefined {
  try {
    return parse(text, (_key, value, context) =>
      typeof value === 'number' ? new NumberText(context.source ?? '') : value,
    );
  } catch {
    return undefined;
  }
}

/** A member of an object, or undefined where there is none. */
export const member = (value: ExactJson | undefined, key: string): ExactJson | undefined =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof NumberText) &&
  Object.hasOwn(value, key)
    ? (value as { readonly [key: string]: ExactJson })[key]
    : undefined;

export const textMember = (value: ExactJson | undefined, key: string): string | undefined => {
  const found = member(value, key);
  return typeof found === 'string' ? found : undefined;
};

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * A JSON number, or a string holding one, as a plain signed decimal with at most `decimals`
 * decimals, cut towards zero. Undefined for anything else.
 */
export function plainDecimal(value: ExactJson | undefined, decimals: number): string | undefined {
  const text = value instanceof NumberText ? value.text : value;
  const match = typeof text === 'string' && text.length <= 60 ? NUMBER.exec(text) : null;
  if (!match) return undefined;
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const digits = shift >= 0 ? fraction.padEnd(shift, '0') : fraction;
  const all = `${'0'.repeat(Math.max(0, -shift))}${whole}${digits}`;
  const point = all.length - digits.length + shift;
  const integer = all.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  const kept = trimmedEnd(all.slice(point, point + decimals), (digit) => digit === '0');
  const plain = kept ? `${integer}.${kept}` : integer;
  return plain === '0' ? '0' : `${sign}${plain}`;
}
