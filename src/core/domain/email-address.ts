/** Every runtime has it, though it belongs to no version of the language. */
declare const URL: new (text: string) => { readonly hostname: string };

/** Nobody types them on purpose; they are copied along unseen, and make another address of the same. */
const UNSEEN =
  /[\s\p{Cc}\p{Cf}\p{Cs}]|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;

/** Letters, digits, hyphens and the dots of every script. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;

function asciiDomain(domain: string): string {
  if (!DOMAIN.test(domain)) return domain;
  try {
    return new URL(`http://${domain}/`).hostname;
  } catch {
    return domain;
  }
}

/**
 * One mailbox is one address (HARD-29): small letters in one form of Unicode, the domain as mail servers
 * write it, nothing unseen. Whatever is no address stays wrong.
 */
export function plainEmail(typed: string): string {
  const text = typed.replace(UNSEEN, '').normalize('NFC').toLowerCase().normalize('NFC');
  const at = text.lastIndexOf('@');
  return at < 0 ? text : text.slice(0, at + 1) + asciiDomain(text.slice(at + 1));
}
