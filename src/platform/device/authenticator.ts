import { base64urlnopad } from '@scure/base';
import type { Assertion, Attestation } from '#core/contract/account/passkeys.ts';
import { inTurn, type NoPasskey } from './passkey-turn.ts';

const textOf = (bytes: ArrayBuffer): string => base64urlnopad.encode(new Uint8Array(bytes));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(base64urlnopad.decode(text));

const listed = (ids: readonly string[]): PublicKeyCredentialDescriptor[] =>
  ids.map((id) => ({ type: 'public-key', id: bytesOf(id) }));

/** Whether this browser can make and use passkeys at all. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Whether the browser can suggest passkeys in a form field. */
export async function suggestsPasskeys(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isConditionalMediationAvailable();
  } catch {
    return false;
  }
}

/** Tells the device, where supported, that the site no longer knows a passkey. */
export function forgetUnknown(rpId: string, credentialId: string): void {
  globalThis.PublicKeyCredential?.signalUnknownCredential?.({ rpId, credentialId }).catch(
    () => undefined,
  );
}

interface AssertionRequest {
  readonly challenge: string;
  readonly rpId: string;
  /** The passkeys that may answer; if none are given, the person chooses any. */
  readonly known?: readonly string[];
  /** Suggests passkeys in the form's field instead of opening a dialog at once. */
  readonly suggested?: boolean;
  readonly signal?: AbortSignal;
}

/** Asks the person for one of their passkeys and their device's own unlock. */
export function answerWithPasskey({
  challenge,
  rpId,
  known = [],
  suggested = false,
  signal,
}: AssertionRequest): Promise<Assertion | NoPasskey> {
  const answer = async (ended: AbortSignal): Promise<Assertion | NoPasskey> => {
    const found = await navigator.credentials.get({
      ...(suggested && { mediation: 'conditional' }),
      signal: ended,
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        allowCredentials: listed(known),
        userVerification: 'required',
      },
    });
    if (!(found instanceof PublicKeyCredential)) return 'refused';
    const { response } = found;
    if (!(response instanceof AuthenticatorAssertionResponse)) return 'refused';
    return {
      id: found.id,
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
    };
  };
  return inTurn(answer, { suggested, ...(signal && { signal }) });
}

interface Wanted {
  readonly challenge: string;
  readonly rp: PublicKeyCredentialRpEntity;
  readonly userHandle: string;
  /** The account's name in the person's list of passkeys. */
  readonly name: string;
  /** If the device has one of these, it makes no second. */
  readonly known: readonly string[];
}

/** Makes a passkey that can sign in without naming the account. */
export function makeAccountPasskey({
  challenge,
  rp,
  userHandle,
  name,
  known,
}: Wanted): Promise<Attestation | NoPasskey> {
  return inTurn(async (signal) => {
    const made = await navigator.credentials.create({
      signal,
      publicKey: {
        challenge: bytesOf(challenge),
        rp,
        user: { id: bytesOf(userHandle), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        excludeCredentials: listed(known),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      },
    });
    if (!(made instanceof PublicKeyCredential)) return 'refused';
    const { response } = made;
    if (!(response instanceof AuthenticatorAttestationResponse)) return 'refused';
    return {
      id: made.id,
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    };
  });
}
