import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { sharedRead } from './shared-read.ts';

const db = () => new Kysely<never>({ dialect: new PostgresDialect({ pool: Promise.reject }) });

test('who asks in the same moment shares one reading, and nobody gets one that began before they asked', async () => {
  let stored = 'before';
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const read = sharedRead(async () => {
    const seen = stored;
    begun.push(seen);
    await new Promise<void>((answer) => answers.push(answer));
    return seen;
  });
  const one = db();
  const together = [read(one), read(one)];
  await Promise.resolve();
  stored = 'after';
  const later = read(one);
  const elsewhere = read(db());
  await Promise.resolve();
  for (const answer of answers) answer();
  expect(await Promise.all(together)).toEqual(['before', 'before']);
  expect(await Promise.all([later, elsewhere])).toEqual(['after', 'after']);
  expect(begun).toEqual(['before', 'after', 'after']);
});

test('a reading that failed is not kept', async () => {
  let times = 0;
  const read = sharedRead(async () => {
    times++;
    if (times === 1) throw new Error('unreachable');
    return times;
  });
  const one = db();
  await expect(read(one)).rejects.toThrow('unreachable');
  expect(await read(one)).toBe(2);
});
