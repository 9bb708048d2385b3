import { createCipheriv, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TransportKey } from '#core/envelope/envelope.ts';
import type { LongAnswer } from '#server/platform/long-answer.ts';

/** A file without a name: it is gone as soon as nobody has it open, also if this process is killed. */
async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `kopa-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

const BEGIN = '{"res":"';
const END = '"}';

/** Writes an answer into the file as the envelope has it: `{res}`, with the sealed text in base64. */
async function writeSealed(
  file: FileHandle,
  { key, iv }: TransportKey,
  answer: LongAnswer,
  nonce: string,
): Promise<number> {
  let cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  let place = 0;
  const put = async (text: string): Promise<void> => {
    place += (await file.write(text, place, 'latin1')).bytesWritten;
  };
  const begin = async (): Promise<void> => {
    cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
    place = 0;
    // The cipher keeps what does not fill a group of three bytes, so the parts are one text in base64.
    await put(BEGIN + cipher.update(`{"nonce":${JSON.stringify(nonce)}`, 'utf8', 'base64'));
  };
  await begin();
  await answer.write((text) => put(cipher.update(text, 'utf8', 'base64')), begin);
  await put(cipher.update('}', 'utf8', 'base64') + cipher.final('base64') + END);
  return place;
}

/**
 * A long answer in the envelope, at the database's pace in a file, and from there at the caller's: a slow one keeps no
 * connection of the database, and nothing of it is in memory.
 */
export async function sealedFile(
  transport: TransportKey,
  answer: LongAnswer,
  nonce: string,
): Promise<{ readonly body: ReadableStream; readonly size: number }> {
  const file = await namelessFile();
  try {
    const size = await writeSealed(file, transport, answer, nonce);
    const stream = file.createReadStream({ start: 0, end: size - 1 });
    return { body: Readable.toWeb(stream) as ReadableStream, size };
  } catch (error) {
    await file.close();
    throw error;
  }
}
