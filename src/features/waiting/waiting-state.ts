import { listWaiting } from '#core/contract/money/waiting.ts';
import { reading } from '#transport/calls/reading.ts';

export const waiting = reading(
  listWaiting,
  {},
  { pick: ({ data }) => data, failed: 'What is under way could not be loaded.' },
);
