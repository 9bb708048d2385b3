import { expect, test } from 'vitest';
import { profileSections } from '#core/pages.ts';
import { noneText, placeAt } from './sections.ts';

test('SHELL-05 each section has its address, whatever the width', () => {
  for (const section of profileSections) {
    for (const wide of [true, false]) {
      expect(placeAt(section, 'user', wide)).toEqual({ kind: 'section', section });
    }
  }
});

test('SHELL-05 an unknown section is elsewhere: it falls back to account', () => {
  for (const name of ['', 'Account', 'addressbook', 'constructor', 'settings']) {
    expect(placeAt(name, 'user', true)).toEqual({ kind: 'elsewhere' });
    expect(placeAt(name, 'admin', false)).toEqual({ kind: 'elsewhere' });
  }
});

test('PROF-01 /profile is the menu on small screens and the account on wide ones', () => {
  expect(placeAt(undefined, 'user', false)).toEqual({ kind: 'menu', heading: true });
  expect(placeAt(undefined, 'user', true)).toEqual({ kind: 'section', section: 'account' });
  for (const wide of [true, false]) {
    expect(placeAt('mobile', 'user', wide)).toEqual({ kind: 'menu', heading: false });
  }
});

test('SHELL-05 SPEC-02 staff open every section of the document at its address; what they have none of says so', () => {
  for (const role of ['admin', 'compliance'] as const) {
    const shown = profileSections.filter((one) => placeAt(one, role, true).kind === 'section');
    expect(shown).toEqual(['account', 'verification', 'security', 'addressBook', 'notifications']);
    expect(shown.filter((one) => noneText(role, one))).toEqual(['verification', 'addressBook']);
    expect(placeAt('checkUp', role, true)).toEqual({ kind: 'elsewhere' });
  }
  expect(profileSections.filter((one) => noneText('user', one))).toEqual([]);
});
