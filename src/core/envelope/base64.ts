// Not part of the language, but of every browser, worker and server that runs this.
declare const atob: (text: string) => string;
declare const btoa: (binary: string) => string;

/** `atob` alone would also accept spaces and missing padding. */
const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;

/** Whether a text is complete base64 with padding, and nothing else. */
export const isBase64 = (text: string): boolean => text.length % 4 === 0 && ALPHABET.test(text);

/** Bytes as base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at++) binary += String.fromCharCode(bytes[at] ?? 0);
  return btoa(binary);
}

/** The bytes of base64 with padding. Throws unless the text consists of whole groups of it. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!isBase64(text)) throw new Error('not base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
