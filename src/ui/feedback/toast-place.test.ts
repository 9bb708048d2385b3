import { expect, test } from 'vitest';
import { type Box, toastTop } from './toast-place.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top },
  ...{ right: left + width, bottom: top + height },
});

const phone = { width: 390, usual: 12 };
const desk = { width: 1280, usual: 12 };
const one = { width: 260, height: 48 };
const two = { width: 260, height: 104 };

test.each([
  ['nothing is in the way', one, phone, 12],
  ['the title stands in a phone’s bar', one, { ...phone, title: box(60, 16, 90, 24) }, 48],
  ['the title is beside them on a wide screen', one, { ...desk, title: box(100, 30, 200, 36) }, 12],
  ['two of them reach the title', two, { ...phone, title: box(20, 90, 200, 36) }, 134],
  ['one does not', one, { ...phone, title: box(20, 90, 200, 36) }, 12],
  [
    'a dialog leaves room above it',
    one,
    { ...desk, dialog: { box: box(420, 200, 440, 400), title: box(444, 224, 200, 24) } },
    12,
  ],
  [
    'a dialog leaves none: they stand in it, below its title',
    one,
    { ...phone, dialog: { box: box(16, 40, 358, 760), title: box(40, 64, 200, 24) } },
    96,
  ],
  [
    'a sheet rises from below, with the page’s title above it',
    one,
    {
      ...phone,
      title: box(60, 16, 90, 24),
      dialog: { box: box(0, 300, 390, 544), title: box(24, 324, 200, 24) },
    },
    48,
  ],
])('SPEC-11 toasts cover neither a title nor a dialog’s edge: %s', (_, size, around, top) => {
  expect(toastTop(size, around)).toBe(top);
});
