import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BEAT_TEXT, eventReader, eventText, type StreamEvent } from './event-stream.ts';

const word = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
const event: fc.Arbitrary<StreamEvent> = fc.oneof(
  fc.record({ id: word, data: fc.option(word, { nil: undefined }) }),
  fc.record({ event: word, data: word }),
);

test('LIVE-01 however a stream is cut into pieces, its events are the same', () => {
  fc.assert(
    fc.property(
      fc.array(event),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
      (events, sizes) => {
        const text = events.map((one) => eventText(one) + BEAT_TEXT).join('');
        const read = eventReader();
        const found: StreamEvent[] = [];
        for (let at = 0, piece = 0; at < text.length; piece++) {
          const size = sizes[piece % sizes.length] ?? 1;
          found.push(...read(text.slice(at, at + size)));
          at += size;
        }
        expect(found).toEqual(events);
      },
    ),
  );
});
