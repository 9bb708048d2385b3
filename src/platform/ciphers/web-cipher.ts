import { fromBase64 } from '#core/envelope/base64.ts';
import { objectIn, open, type TransportKey } from '#core/envelope/envelope.ts';

type Opened = ReturnType<typeof open>;

/**
 * `open` by the browser's own AES, which needs milliseconds where AES in JavaScript holds up a phone for a tenth of
 * a second: for the page of a history. The portable AES opens where `subtle` is undefined, on a page that is not
 * served securely, and where the browser does not take the key: Chromium takes none of 24 bytes.
 */
export function openerFor(
  transport: TransportKey,
  subtle: SubtleCrypto | undefined,
): (sealed: string) => Promise<Opened> {
  const name = 'AES-CBC';
  const iv = Uint8Array.from(transport.iv);
  let imported: Promise<CryptoKey | undefined> | undefined;
  return async (sealed) => {
    imported ??= subtle
      ?.importKey('raw', Uint8Array.from(transport.key), name, false, ['decrypt'])
      .catch(() => undefined);
    const key = await imported;
    if (!subtle || !key) return open(transport, sealed);
    try {
      const plain = await subtle.decrypt({ name, iv }, key, fromBase64(sealed));
      return objectIn(new TextDecoder().decode(plain));
    } catch {
      return undefined;
    }
  };
}
