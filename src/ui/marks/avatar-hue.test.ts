import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';
import { avatarHue, avatarLetter } from './avatar-hue.ts';

test('PROF-01 the colour depends only on the e-mail and mostly differs between e-mails', () => {
  fc.assert(
    fc.property(fc.string(), (email) => {
      const hue = avatarHue(email);
      expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true);
      expect(avatarHue(` ${email.toUpperCase()} `)).toBe(avatarHue(email.toUpperCase()));
    }),
  );
  expect(avatarHue('Ann@kopa.test')).toBe(avatarHue('ann@kopa.test'));
  const people = Array.from({ length: 100 }, (_, i) => avatarHue(`person${i}@kopa.test`));
  expect(new Set(people).size).toBeGreaterThan(50);
});

test('PROF-01 the letter is the first of the e-mail, and whole even if it has two code units', () => {
  expect(avatarLetter('customer@kopa.test')).toBe('C');
  expect(avatarLetter('𝔸b@kopa.test')).toBe('𝔸');
  expect(avatarLetter('')).toBe('');
});

test('PROF-01 the avatar shows this letter on this colour', () => {
  for (const email of ['customer@kopa.test', 'ann@kopa.test', 'bo@kopa.test']) {
    const html = renderToStaticMarkup(createElement(Avatar, { email }));
    expect(html).toBe(
      `<span class="avatar" style="--hue:${avatarHue(email)}" aria-hidden="true">${avatarLetter(email)}</span>`,
    );
  }
});
