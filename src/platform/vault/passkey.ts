import { base64urlnopad } from '@scure/base';
import { brand } from '#core/brand.ts';
import { randomBytes } from '#platform/ciphers/random.ts';
import { inTurn } from '#platform/device/passkey-turn.ts';

/**
 * A passkey and the secret it keeps for us, which it reveals only after the device's own unlock.
 */
export interface PasskeySecret {
  readonly credential: ArrayBuffer;
  readonly secret: BufferSource;
}

/** `failed`: the browser could not ask the device, of which the person knows nothing. */
type Refusal = 'refused' | 'failed' | 'unsupported';

/** Makes the request in its turn; no passkey is known to the device here, so that is a failure. */
async function asked(
  ask: (signal: AbortSignal) => Promise<Credential | null>,
): Promise<Credential | null | 'refused' | 'failed'> {
  const found = await inTurn(ask);
  if (typeof found !== 'string') return found;
  return found === 'refused' ? 'refused' : 'failed';
}

const secretOf = (found: Credential | null): BufferSource | undefined =>
  found instanceof PublicKeyCredential
    ? found.getClientExtensionResults().prf?.results?.first
    : undefined;

/** Whether this device and browser report that they support a passkey that can keep a secret. */
export async function canHoldSecret(): Promise<boolean> {
  try {
    // Older browsers do not report this; with them, only making the first passkey shows it.
    const can = await PublicKeyCredential.getClientCapabilities?.();
    if (can?.['extension:prf'] === false) return false;
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/**
 * Tells the device, where supported, that a passkey is obsolete and need not be offered any more.
 */
export function forgetPasskey(credential: ArrayBuffer): void {
  const credentialId = base64urlnopad.encode(new Uint8Array(credential));
  const gone = { rpId: location.hostname, credentialId };
  globalThis.PublicKeyCredential?.signalUnknownCredential?.(gone).catch(() => undefined);
}

/** Asks for the device's own unlock. The only check of the secret is whether it opens the vault. */
export async function askPasskey(
  credential: ArrayBuffer,
  salt: Uint8Array<ArrayBuffer>,
): Promise<PasskeySecret | Refusal> {
  const found = await asked((signal) =>
    navigator.credentials.get({
      signal,
      publicKey: {
        challenge: randomBytes(32),
        allowCredentials: [{ type: 'public-key', id: credential, transports: ['internal'] }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  if (typeof found === 'string') return found;
  const secret = secretOf(found);
  return secret ? { credential, secret } : 'unsupported';
}

/** Makes a new passkey on this device and returns it with its secret for `salt`. */
export async function makePasskey(
  name: string,
  salt: Uint8Array<ArrayBuffer>,
): Promise<PasskeySecret | Refusal> {
  if (!(await canHoldSecret())) return 'unsupported';
  const made = await asked((signal) =>
    navigator.credentials.create({
      signal,
      publicKey: {
        challenge: randomBytes(32),
        rp: { name: brand.name },
        // Always a new id: with a reused one, a synced passkey would replace another device's.
        user: { id: randomBytes(16), name, displayName: `${brand.name} app lock` },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          residentKey: 'preferred',
          userVerification: 'required',
        },
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  );
  if (typeof made === 'string') return made;
  if (!(made instanceof PublicKeyCredential)) return 'unsupported';
  const secret = secretOf(made);
  if (secret) return { credential: made.rawId, secret };
  // Some authenticators give the secret only when the passkey is first used.
  const later = made.getClientExtensionResults().prf?.enabled
    ? await askPasskey(made.rawId, salt)
    : 'unsupported';
  if (typeof later === 'string') forgetPasskey(made.rawId);
  return later;
}
