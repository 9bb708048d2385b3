import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  birthDateHelp,
  checkConfirmation,
  checkCurrentPassword,
  checkDateOfBirth,
  checkEmail,
  checkName,
  checkNewPassword,
  checkPassword,
  checkResetCode,
  checkResetPassword,
  hyphenateDate,
  isUnderage,
  readBirthDate,
  wholeBirthDate,
} from './validation.ts';

const today = '2026-11-21';

test('AUTH-05 a name is required and has 2 to 50 characters once trimmed', () => {
  expect(checkName('First name', '')).toBe('First name is required');
  expect(checkName('Last name', '   ')).toBe('Last name is required');
  expect(checkName('First name', ' A ')).toBe('First name must be between 2 and 50 characters');
  expect(checkName('Last name', 'x'.repeat(51))).toBe(
    'Last name must be between 2 and 50 characters',
  );
  expect(checkName('First name', ' Al ')).toBeUndefined();
  expect(checkName('First name', 'x'.repeat(50))).toBeUndefined();
  expect(checkName('First name', '😀😀')).toBeUndefined();
  expect(checkName('First name', '😀')).toBe('First name must be between 2 and 50 characters');
});

test('AUTH-06 an email is required and has the form of one', () => {
  expect(checkEmail('')).toBe('Email is required');
  expect(checkEmail('  ')).toBe('Email is required');
  for (const good of ['a@b.co', ' jo.bloggs+kopa@mail.example.com ', 'ö@bücher.example']) {
    expect(checkEmail(good)).toBeUndefined();
  }
  for (const bad of [
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.co',
    'a@b..co',
    'a@-b.co',
    '.a@b.co',
    'a..b@c.co',
    'a@b.c',
    'a@b@c.co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(251)}.co`,
  ]) {
    expect(checkEmail(bad), bad).toBe('Please enter a valid email address');
  }
});

test('AUTH-07 a password has 8 characters with lower, upper, digit and special', () => {
  const text =
    'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character';
  expect(checkPassword('')).toBe('Password is required');
  for (const weak of ['Aa1!aaa', 'aaaaaa1!', 'AAAAAA1!', 'Aaaaaaa!', 'Aaaaaaa1', 'Aaaaaaa1 ']) {
    expect(checkPassword(weak), weak).toContain(`${text}. Missing: `);
  }
  expect(checkPassword('Aaaaaa1!')).toBeUndefined();
  expect(checkPassword('Kopa-demo-2026!')).toBeUndefined();
});

test('EASE-13 of a password that is refused, what is missing is named', () => {
  const missing = (typed: string) => checkPassword(typed)?.split('Missing: ')[1];
  expect(missing('Aa1!aaa')).toBe('at least 8 characters.');
  expect(missing('aaaaaa1!')).toBe('an uppercase letter.');
  expect(missing('AAAAAA1!')).toBe('a lowercase letter.');
  expect(missing('Aaaaaaa!')).toBe('a number.');
  expect(missing('Aaaaaaa1')).toBe('a special character.');
  expect(missing('aaaa')).toBe(
    'at least 8 characters, an uppercase letter, a number, a special character.',
  );
});

test('AUTH-08 the confirmation is given and equal', () => {
  expect(checkConfirmation('Aaaaaa1!', '')).toBe('Please confirm your password');
  expect(checkConfirmation('Aaaaaa1!', 'aaaaaa1!')).toBe('Passwords do not match');
  expect(checkConfirmation('Aaaaaa1!', 'Aaaaaa1!')).toBeUndefined();
});

test('AUTH-09 the four messages of the date of birth', () => {
  expect(checkDateOfBirth('', today)).toBe('Date of birth is required');
  for (const text of ['1990', '1990-1-1', '01-01-1990', '1990/01/01', '1990-01-01 ']) {
    expect(checkDateOfBirth(text, today)).toBe('Please enter date in YYYY-MM-DD format');
  }
  for (const text of ['1990-02-30', '1990-13-01', '1990-00-10', '1899-12-31', '2023-02-29']) {
    expect(checkDateOfBirth(text, today)).toBe('Please enter a valid date in YYYY-MM-DD format');
  }
  expect(checkDateOfBirth('2026-11-22', today)).toBe('Date of birth cannot be in the future');
  expect(checkDateOfBirth('1900-01-01', today)).toBeUndefined();
  expect(checkDateOfBirth('2000-02-29', today)).toBeUndefined();
});

test('AUTH-09 under 18 is refused, the birthday itself is not', () => {
  const text = 'You must be 18 or older to create an account';
  expect(checkDateOfBirth('2008-11-21', today)).toBeUndefined();
  expect(checkDateOfBirth('2008-11-22', today)).toBe(text);
  expect(checkDateOfBirth(today, today)).toBe(text);
  expect(checkDateOfBirth('2008-02-29', '2026-02-28')).toBe(text);
  expect(checkDateOfBirth('2008-02-29', '2026-03-01')).toBeUndefined();
});

test('AUTH-09 digits become YYYY-MM-DD as they are typed', () => {
  expect(hyphenateDate('1')).toBe('1');
  expect(hyphenateDate('1990')).toBe('1990');
  expect(hyphenateDate('19901')).toBe('1990-1');
  expect(hyphenateDate('19901231')).toBe('1990-12-31');
  expect(hyphenateDate('1990-12-319')).toBe('1990-12-31');
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const text = hyphenateDate(typed);
      return text.length <= 10 && hyphenateDate(text) === text;
    }),
  );
});

test('HARD-37 a date of birth is understood as it is pasted', () => {
  for (const [pasted, country, date] of [
    ['28/02/1990', 'AU', '1990-02-28'],
    [' 28.02.1990 ', 'DE', '1990-02-28'],
    ['28. 2. 1990', 'SK', '1990-02-28'],
    ['28-2-1990', 'AU', '1990-02-28'],
    ['1990-2-3', 'LT', '1990-02-03'],
    ['1990/2/28', 'LT', '1990-02-28'],
    ['1990. 12. 31', 'HU', '1990-12-31'],
    ['19900228', 'AU', '1990-02-28'],
    // The country's order decides where both are days; otherwise the one that makes a day.
    ['03/02/1990', 'AU', '1990-02-03'],
    ['03/02/1990', undefined, '1990-02-03'],
    ['03/02/1990', 'US', '1990-03-02'],
    ['02/28/1990', 'AU', '1990-02-28'],
    ['28/02/1990', 'US', '1990-02-28'],
    ['32/13/1990', 'AU', '1990-13-32'],
    // Digits alone: they end with the year where they cannot begin with it.
    ['14032002', 'AU', '2002-03-14'],
    ['03142002', 'US', '2002-03-14'],
    ['20122012', 'AU', '2012-12-20'],
    ['19121990', 'AU', '1990-12-19'],
    ['20020314', 'AU', '2002-03-14'],
    ['99999999', 'AU', '9999-99-99'],
  ] as const) {
    expect(readBirthDate(pasted, '', country), pasted).toBe(date);
  }
});

test('HARD-37 the same is understood as it is typed, and can be corrected', () => {
  const type = (text: string): string =>
    [...text].reduce((held, key) => readBirthDate(held + key, held, 'AU'), '');
  for (const typed of ['28/2/1990', '28.02.1990', '1990-2-28', '1990/02/28', '19900228']) {
    expect(type(typed), typed).toBe('1990-02-28');
  }
  expect(wholeBirthDate(type('1990-2-3'))).toBe('1990-02-03');
  expect(type('14032002')).toBe('2002-03-14');
  expect(type('14032')).toBe('14/03/2');
  expect(type('19032')).toBe('1903-2');
  expect(type('28/02/90')).toBe('28/02/90');
  expect(readBirthDate('28/0', '28/02', 'AU')).toBe('28/0');
  expect(readBirthDate('1990-1-28', '1990-12-28', 'AU')).toBe('1990-12-8');
  expect(wholeBirthDate('28/02/9')).toBe('28/02/9');
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('AU', 'US'), (typed, country) => {
      const text = readBirthDate(typed, '', country);
      return text.length <= 10 && readBirthDate(text, text, country) === text;
    }),
  );
});

test('EYE-06 every day is understood as people type it, digit by digit or at once, and said back in words', () => {
  const days = fc.date({
    ...{ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true },
  });
  fc.assert(
    fc.property(days, fc.constantFrom('AU', 'DE', 'US'), (at, country) => {
      const iso = at.toISOString().slice(0, 10);
      const [year = '', month = '', day = ''] = iso.split('-');
      const order = country === 'US' ? [month, day, year] : [day, month, year];
      for (const typed of [
        iso,
        year + month + day,
        ...['', '/', '.'].map((to) => order.join(to)),
      ]) {
        expect(readBirthDate(typed, '', country), typed).toBe(iso);
        const byKey = [...typed].reduce(
          (held, key) => readBirthDate(held + key, held, country),
          '',
        );
        expect(byKey, typed).toBe(iso);
      }
      expect(birthDateHelp(iso)).toMatch(new RegExp(`^${Number(day)} [A-Z][a-z]+ ${year}$`));
    }),
  );
  expect(birthDateHelp('2002-03-14')).toBe('14 March 2002');
  for (const none of ['', '14/03', '2002-02-30', '1403-20-02']) {
    expect(birthDateHelp(none), none).toBe('YYYY-MM-DD or DD/MM/YYYY. You must be 18 or older.');
  }
});

test('AUTH-16 the reset screen words code and password its own way', () => {
  expect(checkResetCode(' ')).toBe('Code is required');
  expect(checkResetCode('12a')).toBe('Code must be numeric');
  expect(checkResetCode('12345678')).toBeUndefined();
  expect(checkResetCode('123456')).toBe('Enter all eight digits of the code');
  expect(checkResetPassword('weak')).toBe(
    'Password must be at least 8 characters and include uppercase, lowercase, number, and special character. Missing: at least 8 characters, an uppercase letter, a number, a special character.',
  );
});

test('SEC-04 the current password is required, the new one too and it has 8 characters', () => {
  expect(checkCurrentPassword('')).toBe('Current password is required');
  expect(checkCurrentPassword('x')).toBeUndefined();
  expect(checkNewPassword('')).toBe('New password is required');
  expect(checkNewPassword('short')).toBe('Password must be at least 8 characters');
});

test.each([
  ['2008-11-21', false],
  ['2008-11-22', true],
  ['2010-01-01', true],
  ['1990-02-31', false],
  ['2010-02-31', false],
  ['', false],
])('SPEC-07 whoever was born on %s is under age: %s', (born, underage) => {
  expect(isUnderage(born, today)).toBe(underage);
});
