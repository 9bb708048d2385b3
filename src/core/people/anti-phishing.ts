const SHAPE = /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u;

/** What is wrong with an anti-phishing code (D21), or undefined. It is quoted in mails unchanged. */
export function checkAntiPhishingCode(code: string): string | undefined {
  if (code === '') return 'Please enter a code';
  if ([...code].length < 4 || [...code].length > 24) return 'Use 4 to 24 characters';
  return SHAPE.test(code) ? undefined : 'Use letters, digits, single spaces and hyphens only';
}
