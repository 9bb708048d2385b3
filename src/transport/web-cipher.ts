import { fromBase64 } from '#core/envelope/base64.ts';
import { objectIn, open, type TransportKey } from '#core/envelope/envelope.ts';

type Opened = ReturnType<typeof open>;

/**
 * `open` by the browser's own AES, which needs milliseconds where AES in JavaScript holds up a phone for a tenth of
 * a second: for the page of a history. The portable AES opens where `subtle` is undefined, on a page that is not
 * served securely, and for keys of 24 bytes, which Chromium does not have.
 */
export function openerFor(
  transport: TransportKey,
  subtle: SubtleCrypto | undefined,
): (sealed: string) => Promise<Opened> {
  if (!subtle || transport.key.length === 24) return async (sealed) => open(transport, sealed);
  const name = 'AES-CBC';
  const iv = Uint8Array.from(transport.iv);
  let imported: Promise<CryptoKey> | undefined;
  return async (sealed) => {
    try {
      imported ??= subtle.importKey('raw', Uint8Array.from(transport.key), name, false, [
        'decrypt',
      ]);
      const plain = await subtle.decrypt({ name, iv }, await imported, fromBase64(sealed));
      return objectIn(new TextDecoder().decode(plain));
    } catch {
      return undefined;
    }
  };
}
