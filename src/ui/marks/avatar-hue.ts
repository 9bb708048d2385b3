/** The hue of a customer's avatar in whole degrees: the same for the same e-mail on every device. */
export function avatarHue(email: string): number {
  let hash = 0;
  for (const character of email.trim().toLowerCase()) {
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  }
  return hash % 360;
}

export const avatarLetter = (email: string): string =>
  [...email.trim()].slice(0, 1).join('').toUpperCase();
