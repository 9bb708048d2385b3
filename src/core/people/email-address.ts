/** Not part of the language, but every runtime has it. */
declare const URL: new (text: string) => { readonly hostname: string };

/** Invisible characters. Nobody types them on purpose; copied along, they would make a different address. */
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
 * The normal form of an email address, so that one mailbox is one address (HARD-29): lower case in one form
 * of Unicode, the domain as mail servers write it, without invisible characters. A text that is no address
 * stays invalid.
 */
export function plainEmail(typed: string): string {
  const text = typed.replace(UNSEEN, '').normalize('NFC').toLowerCase().normalize('NFC');
  const at = text.lastIndexOf('@');
  return at < 0 ? text : text.slice(0, at + 1) + asciiDomain(text.slice(at + 1));
}
