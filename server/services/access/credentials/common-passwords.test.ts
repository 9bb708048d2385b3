import { expect, test } from 'vitest';
import { refuseCommon } from './common-passwords.ts';

test('HARD-29 the commonest passwords are refused with a reason, however they are dressed up', () => {
  const common = [
    ...['Password1!', 'P@ssw0rd!', 'Qwerty123!', 'Kopa2026!', 'Aa1!Aa1!', 'Welcome1!'],
    ...['Abcd1234!', 'Admin@123', 'Iloveyou1!', 'Liverpool1!', 'Ｐassword1!'],
  ];
  for (const password of common) {
    expect(refuseCommon(password, []), password).toMatchObject({
      refusal: { code: 'INVALID_INPUT', message: expect.stringContaining('too easy to guess') },
    });
  }
  expect(refuseCommon('Kazlauskaite1!', ['ruta.kazlauskaite@kopa.test'])).toBeDefined();
});

test('HARD-29 others are not', () => {
  for (const password of [
    'xK9$mQ2p',
    'Zq7!vRtp',
    'Kopa-demo-2026!',
    'Correct-Horse-9',
    'Öl+Käse=7x',
  ]) {
    expect(refuseCommon(password, ['ann@kopa.test']), password).toBeUndefined();
  }
});
