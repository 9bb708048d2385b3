import { expect, test } from 'vitest';
import { asOf } from './as-of.ts';

const answer = (headers: Record<string, string>): Response => new Response('{}', { headers });
const said = '2026-05-13T22:00:00.123Z';
const sent = 'Wed, 13 May 2026 22:00:01 GMT';

test.each([
  ['its own time', { 'x-kopa-as-of': said, date: sent }, Date.parse(said)],
  ['the time it was sent', { date: sent }, Date.parse(sent)],
  [
    'the time it was sent if its own is broken',
    { 'x-kopa-as-of': '?', date: sent },
    Date.parse(sent),
  ],
  ['no time', { date: '' }, undefined],
] as const)('HARD-04 an answer is as of %s', (_, headers, expected) => {
  expect(asOf(answer(headers))?.getTime()).toBe(expected);
});
