/** Printed on cards in place of a name. */
const nobody: ReadonlySet<string> = new Set([
  'card holder',
  'cardholder',
  'cardholder name',
  'card user',
  'customer',
  'gift card',
  'holder',
  'instant issue',
  'n a',
  'name',
  'no name',
  'not provided',
  'prepaid card',
  'unknown',
  'valued cardholder',
  'valued customer',
]);

/** The longest name that a provider is believed to give. */
const LONGEST = 140;

/** Whose name a card bears; undefined if it bears none: nothing is told, or what stands there is nobody's name. */
export function holderNamed(text: string | undefined): string | undefined {
  const name = (text ?? '')
    .slice(0, LONGEST)
    .split(/[^\p{L}\p{M}'’.-]+/u)
    .filter((word) => word !== '')
    .join(' ');
  const plain = name.toLowerCase().replaceAll(/[.-]/g, ' ').trim();
  return /\p{L}/u.test(name) && !nobody.has(plain) ? name : undefined;
}
