import { readPosition } from '#core/contract/staff/desk.ts';
import { reading } from '#transport/calls/reading.ts';

/** What is held for customers, and by whom. Nothing is stored on the device. */
export const position = reading(
  readPosition,
  {},
  { pick: (answer) => answer, failed: 'The position could not be loaded.' },
);
