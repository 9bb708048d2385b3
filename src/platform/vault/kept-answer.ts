import { objectIn } from '#core/envelope/envelope.ts';
import { KEPT_CONTRACT } from '#core/snapshot.ts';
import { openSealed } from '#platform/ciphers/transport-cipher.ts';

type Opened = Readonly<Record<string, unknown>>;

/** An answer as the device keeps it, under the vault's key. */
export interface KeptAnswer {
  readonly answer: Opened;
  /** Which contract the answer was made by; undefined for what apps kept that did not say so. */
  readonly contract: number | undefined;
}

export const keptText = (answer: Opened): string =>
  JSON.stringify({ contract: KEPT_CONTRACT, answer });

/**
 * The text under which an answer is kept that arrived sealed: opened, so that no later build needs the key of this
 * one. An answer to a page of another build may not open here; it is kept as it is, for that build.
 */
export async function textToKeep(sealed: string): Promise<string> {
  const opened = await openSealed(sealed);
  return opened ? keptText(opened) : sealed;
}

/**
 * Reads a kept text. Earlier versions of the app kept answers as they were sealed in transit. Undefined if the
 * transport's key has changed since.
 */
export async function readKept(text: string): Promise<KeptAnswer | undefined> {
  const { contract, answer } = objectIn(text) ?? {};
  if (typeof contract === 'number' && typeof answer === 'object' && answer !== null) {
    return { answer: answer as Opened, contract };
  }
  const opened = await openSealed(text);
  return opened && { answer: opened, contract: undefined };
}
