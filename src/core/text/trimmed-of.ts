/**
 * A text without signs at its ends, in linear time: a regular expression that ends with `$` begins anew at every
 * place, so a long text of such signs alone would take its square.
 */

export function trimmedEnd(text: string, isSign: (sign: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isSign(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function trimmedStart(text: string, isSign: (sign: string) => boolean): string {
  let start = 0;
  while (start < text.length && isSign(text.charAt(start))) start += 1;
  return text.slice(start);
}
