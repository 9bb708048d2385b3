import { expect, test } from 'vitest';
import { canPrint } from '#files/pdf/pdf-can-print.ts';
import { insteadOf, isUsual } from './name-in-pdf.ts';

test.each([
  'Zoë Ångström',
  'Łukasz Żółć',
  'Ελένη Παπαδοπούλου',
  'Мария',
  "Seán O’Brien-O'Neil",
  'Nguyễn Văn Ế',
])('HARD-74 the name %s needs no look at further typefaces', (name) =>
  expect(isUsual(name)).toBe(true),
);

test.each(['王小明', '김민준', 'محمد علي', 'שרה כהן', 'สมชาย', 'Արամ', 'გიორგი', 'さくら'])(
  'HARD-74 the name %s is printed in its own letters',
  (name) => {
    expect(isUsual(name)).toBe(false);
    expect(canPrint(name)).toBe(true);
  },
);

test.each(['अमित कुमार', 'রহিম', '𠮷野', 'Ahmed 🏜'])(
  'HARD-74 instead of %s, a PDF has the name of the identity check, or the address, which is said before',
  (name) => {
    expect(isUsual(name)).toBe(false);
    expect(canPrint(name)).toBe(false);
    expect(insteadOf('Amit Kumar', 'amit@example.test')).toEqual({
      name: 'Amit Kumar',
      note: expect.stringContaining('It names you Amit Kumar, as your identity check does.'),
    });
    expect(insteadOf(undefined, 'amit@example.test')).toEqual({
      name: 'amit@example.test',
      note: expect.stringContaining('by your email address, amit@example.test.'),
    });
  },
);
