import { expect, test } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { open, transportKey } from '#core/envelope/envelope.ts';
import { LongAnswer } from '#server/platform/long-answer.ts';
import { sealedFile } from './sealed-file.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const nonce = '0'.repeat(32);

async function read(answer: LongAnswer): Promise<unknown> {
  const { body, size } = await sealedFile(transport, answer, nonce);
  const text = await new Response(body).text();
  expect(Buffer.byteLength(text)).toBe(size);
  return open(transport, JSON.parse(text).res);
}

test('an answer that is written in parts of any length is sealed like any other', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => 'ž'.repeat(at % 7) + at);
  const answer = new LongAnswer(async (write) => {
    await write(',"rows":[');
    for (const [at, row] of rows.entries()) await write((at ? ',' : '') + JSON.stringify(row));
    await write(']');
  });
  expect(await read(answer)).toEqual({ nonce, rows });
});

test('what an attempt wrote that was begun anew is not in it, and one that fails is no answer', async () => {
  const again = new LongAnswer(async (write, restart) => {
    await write(`,"long":"${'x'.repeat(1_000)}"`);
    await restart();
    await write(',"short":1');
  });
  expect(await read(again)).toEqual({ nonce, short: 1 });
  const failing = new LongAnswer(async (write) => {
    await write(',"rows":[');
    throw new Error('the database is gone');
  });
  await expect(sealedFile(transport, failing, nonce)).rejects.toThrow('the database is gone');
});
