import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import {
  checkPasswordChoice,
  createUser,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { login, logout } from '#core/contract/account/session.ts';
import { getAttemptOutcome } from '#core/contract/operation.ts';
import { answer, lost, refuse, type Said, unreadable } from './support/answers.ts';
import { holding } from './support/holdings.ts';
import { signsIn } from './support/sign-in.ts';
import { customer, expectAccessible, open, place, toasts, type View } from './support/view.ts';

const password = 'Kopa-test-2026!';
const typed = page.getByLabelText('Password', { exact: true });
const confirmation = page.getByLabelText('Confirm password');
const born = page.getByLabelText('Date of birth', { exact: true });
const calendar = page.getByRole('button', { name: 'Choose the date in a calendar' });
const code = page.getByLabelText('Verification code');
const verify = page.getByRole('button', { name: 'Verify', exact: true });
const create = page.getByRole('tabpanel').getByRole('button', { name: 'Create Account' });
const tab = (name: string) => page.getByRole('tab', { name });
const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const path = () => location.pathname;

const TOO_EASY = 'This password is too easy to guess. Choose another one.';

const goodPassword = answer(checkPasswordChoice, { message: 'Good' });
const codeSent = answer(sendEmailOtp, { message: 'OTP sent to your email' });
const created = answer(createUser, { message: 'Account created' });
/** What became of a write whose answer was lost. */
const never = answer(getAttemptOutcome, { data: { outcome: 'never' } });
const ruta = customer({ email: 'ruta@kopa.test', address: '', city: '', state: '', postal: '' });
const welcome: readonly Said[] = [
  ...[goodPassword, codeSent, created, never],
  ...[signsIn(ruta), holding()],
];

const openSignUp = async (answers: readonly Said[] = welcome): Promise<View> => {
  const view = await open('/', { answers });
  await tab('Create Account').click();
  await expect.element(page.getByLabelText('First name')).toBeVisible();
  return view;
};

async function fill(): Promise<void> {
  await page.getByLabelText('First name').fill('Rūta');
  await page.getByLabelText('Last name').fill('Kazlauskaitė');
  await page.getByLabelText('Email').fill('ruta@kopa.test');
  await typed.fill(password);
  await confirmation.fill(password);
  await born.fill('1990-02-28');
}

test('AUTH-12 HARD-26 a code that is not sent and an account that is not created are reported, and pressing again goes on', async () => {
  const view = await openSignUp([...welcome, unreadable(sendEmailOtp)]);
  await fill();
  await create.click();
  await expect.element(alert(/^Failed to send OTP$/)).toBeVisible();
  // It stays beside the form when its toast has gone.
  await view.passes(4_000);
  await expect.poll(toasts).toEqual([]);
  await expect.element(create).toHaveAccessibleDescription('Failed to send OTP');
  view.says(codeSent);
  await create.click();
  await expect.poll(path).toBe('/verify-email');
  await code.fill('123456');
  view.says(lost(createUser));
  await verify.click();
  // Asked what became of it, the server said that it had not happened: there is nothing to doubt.
  await expect
    .element(page.getByText('Network error. Check your connection and try again.').first())
    .toBeVisible();
  view.says(unreadable(createUser));
  await verify.click();
  await expect.element(alert(/^Failed to create account$/)).toBeVisible();
  view.says(created);
  await verify.click();
  await expect
    .element(page.getByText('Account created successfully!', { exact: true }))
    .toBeVisible();
});

test('AUTH-05 AUTH-06 AUTH-07 AUTH-08 AUTH-09 AUTH-10 each error is shown at its field, and nothing typed is lost', async () => {
  await openSignUp();
  const fix = page.getByText('Please fix all validation errors before proceeding');
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  await expect.element(create).toHaveAccessibleDescription('Fill in every field');
  expect(fix.elements()).toHaveLength(0);
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'terms and conditions' }))
    .toHaveAttribute('href', '/au/terms-and-conditions');
  (create.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(fix).toBeVisible();
  await expect.element(page.getByLabelText('First name')).toHaveFocus();
  await expect.element(alert('First name')).toBeVisible();
  const cases = [
    ['First name', 'A', 'First name must be between 2 and 50 characters'],
    ['Last name', 'B'.repeat(51), 'Last name must be between 2 and 50 characters'],
    ['Email', 'nobody@', 'Please enter a valid email address'],
    [
      'Password',
      'short',
      'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character',
    ],
    ['Confirm password', 'other', 'Passwords do not match'],
    ['Date of birth', '2026-02-30', 'Please enter a valid date in YYYY-MM-DD format'],
    ['Date of birth', '2999-01-01', 'Date of birth cannot be in the future'],
    ['Date of birth', '2020-01-01', 'You must be 18 or older to create an account'],
  ] as const;
  for (const [label, value, message] of cases) {
    const field = page.getByLabelText(label, { exact: true });
    await field.fill(value);
    (field.element() as HTMLElement).blur();
    await expect.element(alert(message)).toBeVisible();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveValue(value);
  }
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(create)
    .toHaveAccessibleDescription('Please fix all validation errors before proceeding');
});

test('HARD-37 a date of birth is understood as it is pasted, and the calendar opens in a likely year', async () => {
  await openSignUp();
  await calendar.click();
  const dialog = page.getByRole('dialog', { name: 'Date of birth' });
  const thirty = String(new Date().getFullYear() - 30);
  await expect.element(dialog.getByRole('combobox', { name: /year/i })).toHaveValue(thirty);
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const pasted of ['28/02/1990', ' 28. 02. 1990 ']) {
    await born.fill(pasted);
    await expect.element(born).toHaveValue('1990-02-28');
  }
  await born.fill('');
  await userEvent.type(born, '1990-2-3');
  (born.element() as HTMLElement).blur();
  await expect.element(born).toHaveValue('1990-02-03');
  await expect.element(born).toHaveAccessibleDescription('3 February 1990');
});

test('EYE-06 a date of birth typed on a pad of digits as people write it is said back in words, and is no error', async () => {
  await openSignUp();
  await expect
    .element(born)
    .toHaveAccessibleDescription('YYYY-MM-DD or DD/MM/YYYY. You must be 18 or older.');
  for (const typed of ['14032002', '14/03/2002', '14.03.2002', '20020314', '2002-03-14']) {
    await born.fill('');
    await userEvent.type(born, typed);
    (born.element() as HTMLElement).blur();
    await expect.element(born).toHaveValue('2002-03-14');
    await expect.element(born).toHaveAccessibleDescription('14 March 2002');
    await expect.element(born).not.toHaveAttribute('aria-invalid');
  }
  await born.fill('');
  await userEvent.type(born, '31022002');
  (born.element() as HTMLElement).blur();
  await expect.element(alert('Please enter a valid date in YYYY-MM-DD format')).toBeVisible();
});

test('EYE-06 EYE-08 AUTH-12 signing up takes eight touches and two times the password; after the code one is in the wallet, told once', async () => {
  const view = await open('/', { answers: welcome });
  let touches = 0;
  const touch = async (what: Locator): Promise<void> => {
    touches += 1;
    await what.click();
  };
  await touch(tab('Create Account'));
  await page.getByLabelText('First name').fill('Rūta');
  for (const [field, text] of [
    [page.getByLabelText('Last name'), 'Kazlauskaitė'],
    [page.getByLabelText('Email'), 'ruta@kopa.test'],
    [typed, password],
    [confirmation, password],
    [born, '14032002'],
  ] as const) {
    await touch(field);
    await userEvent.keyboard(text);
  }
  await touch(create);
  await expect.element(code).toHaveFocus();
  await expect.poll(toasts).toEqual(['OTP sent to your email']);
  await view.passes(4_000);
  await code.fill('123456');
  await touch(verify);
  await expect.poll(path).toBe('/wallet');
  expect(touches).toBe(8);
  expect(view.asked(login)).toMatchObject([{ email: 'ruta@kopa.test', password }]);
  await expect.poll(toasts).toEqual(['Account created successfully!Verification successful!']);
});

test.each([
  [
    'a code is asked for',
    refuse(login, 'SECOND_FACTOR_REQUIRED', 'Enter the code.', { mailed: true }),
  ],
  ['nobody answers', lost(login)],
  ['it is refused', refuse(login, 'ACCOUNT_FROZEN', 'This account is frozen.')],
])(
  'EYE-06 AUTH-12 where signing in after the code does not end at once (%s), the form does it',
  async (_, said) => {
    const view = await openSignUp([...welcome, said]);
    await fill();
    await create.click();
    await code.fill('123456');
    await verify.click();
    await expect
      .element(page.getByText('Your account is ready. Sign in with your password.'))
      .toBeVisible();
    await expect.element(tab('Sign In')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByLabelText('Email')).toHaveValue('ruta@kopa.test');
    await expect.element(typed).toHaveFocus();
    expect(path()).toBe('/');
    expect(view.asked(login)).toHaveLength(1);
  },
);

test('EYE-06 a code that is refused signs nobody in', async () => {
  const view = await openSignUp([...welcome, refuse(createUser, 'INVALID_CODE', 'Invalid code')]);
  await fill();
  await create.click();
  await code.fill('123456');
  await verify.click();
  await expect.element(page.getByText('Invalid code')).toBeVisible();
  view.says(refuse(createUser, 'EMAIL_TAKEN', 'You already have an account.', { field: 'email' }));
  await verify.click();
  await expect.element(tab('Sign In')).toHaveAttribute('aria-selected', 'true');
  expect(view.asked(login)).toEqual([]);
});

test('AUTH-04 a date can be picked in the calendar by keyboard', async () => {
  await openSignUp();
  await born.fill('1990-02-27');
  (calendar.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const day = page
    .getByRole('dialog', { name: 'Date of birth' })
    .getByRole('button', { name: '27 February 1990' });
  await expect.element(day).toBeVisible();
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(born).toHaveValue('1990-02-28');
});

test('AUTH-11 a visitor from an unsupported country sees the full notice, and nothing is sent', async () => {
  const america = place({ countryCode: 'US', country: 'US', currency: 'USD', continentCode: 'NA' });
  const view = await openSignUp([goodPassword, america]);
  await fill();
  await expect
    .element(
      page.getByText(
        'Registration unavailable. Unfortunately, we do not currently support user registration from your country. Stay tuned — we are constantly expanding the availability of our services.',
      ),
    )
    .toBeVisible();
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  (create.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(view.asked(sendEmailOtp)).toEqual([]);
});

test('AUTH-11 NET-05 a visitor from a country the server does not list is told before filling anything in', async () => {
  await openSignUp([place({ countryCode: 'AQ', country: 'AQ', currency: '', continentCode: '' })]);
  await expect.element(page.getByText(/^Registration unavailable/)).toBeVisible();
});

test.each([
  ['/verify-email', '/'],
  ['/reset-password/confirm', '/reset-password'],
])(
  'AUTH-13 AUTH-16 %s, a later page of a flow that was not started, leads to its first page',
  async (later, first) => {
    await open(later);
    await expect.poll(path).toBe(first);
  },
);

test('SPEC-03 AUTH-13 without the form, the page asks for it beside the code, and another code can be sent', async () => {
  const view = await open('/verify-email', {
    state: { email: 'jo@kopa.test', creating: true },
    answers: welcome,
  });
  await expect.element(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect.element(page.getByText('OTP sent to your email')).toBeVisible();
  expect(view.asked(sendEmailOtp)).toMatchObject([{ email: 'jo@kopa.test' }]);
  await page.getByLabelText('First name').fill('Jo');
  await page.getByLabelText('Last name').fill('Bloggs');
  await typed.fill(password);
  await confirmation.fill(password);
  await userEvent.type(born, '19900228');
  await code.fill('123');
  await verify.click();
  await expect.element(page.getByText('Enter all six digits of the code')).toBeVisible();
  await code.fill('123456');
  await expectAccessible();
  await verify.click();
  await expect.element(page.getByText('Account created successfully!')).toBeVisible();
  await expect.poll(path).toBe('/wallet');
  expect(view.asked(createUser)).toMatchObject([
    { otp: '123456', first_name: 'Jo', last_name: 'Bloggs', dob: '1990-02-28', password },
  ]);
});

test.each([
  ['/signup', 'Create Account'],
  ['/login', 'Sign In'],
  ['/register', 'Create Account'],
])('SPEC-03 %s leads to the tab %s', async (entrance, name) => {
  await open(entrance);
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
  expect(path()).toBe('/');
});

test('SPEC-01 a common password is refused at its field before a code is mailed', async () => {
  const view = await openSignUp([
    ...welcome,
    refuse(checkPasswordChoice, 'INVALID_INPUT', TOO_EASY, { field: 'password' }),
  ]);
  await fill();
  await expect.element(page.getByText(TOO_EASY)).toBeVisible();
  await expect.element(typed).toHaveAttribute('aria-invalid', 'true');
  await expect.element(create).toBeDisabled();
  expect(view.asked(sendEmailOtp)).toEqual([]);
});

test('SPEC-01 a common password that is typed beside the code is refused there, which leads back to it', async () => {
  const refused = [checkPasswordChoice, createUser].map((one) =>
    refuse(one, 'INVALID_INPUT', TOO_EASY, { field: 'password' }),
  );
  const state = { email: 'jo@kopa.test', creating: true };
  await open('/verify-email', { state, answers: refused });
  await page.getByLabelText('First name').fill('Jo');
  await page.getByLabelText('Last name').fill('Bloggs');
  await typed.fill('Password1!');
  await confirmation.fill('Password1!');
  await born.fill('1990-02-28');
  await code.fill('123456');
  await verify.click();
  await expect.element(page.getByText(TOO_EASY)).toBeVisible();
  await expect.element(typed).toHaveFocus();
});

test('SPEC-01 what the server alone refuses of the form is typed anew beside the code', async () => {
  const message = 'Last name must be between 2 and 50 characters';
  const view = await openSignUp([
    ...welcome,
    refuse(createUser, 'INVALID_INPUT', message, { field: 'last_name' }),
  ]);
  await fill();
  await create.click();
  await code.fill('123456');
  await verify.click();
  await expect.element(page.getByText(message)).toBeVisible();
  const lastName = page.getByLabelText('Last name');
  await expect.element(lastName).toHaveFocus();
  view.says(created);
  await lastName.fill('Bloggs-Smith');
  await verify.click();
  await expect.element(page.getByText('Account created successfully!')).toBeVisible();
  expect(view.asked(createUser).at(-1)?.last_name).toBe('Bloggs-Smith');
});

test('AUTH-16 EASE-12 who comes to choose a new password writes the code at once, and reads what a password must be', async () => {
  await open('/reset-password/confirm', { state: { email: 'ada@kopa.test' } });
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  await expect
    .element(page.getByLabelText('New password', { exact: true }))
    .toHaveAccessibleDescription(
      'At least 8 characters, with a capital and a small letter, a number and a special character.',
    );
  await expectAccessible();
});

test('HARD-46 after a freeze each withdrawal is told with its address in groups, and a payout as money', async () => {
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const frozen = {
    stopped: [
      { amount: '0.05', currency: 'BTC', address },
      { amount: '30', currency: 'AUD', address: '802999 10492217' },
    ],
    gone: [],
    factor: 'none',
    ways: { passkeys: [], twoFactor: false, passkeysRemoved: false, factorRemoved: false },
  };
  await open('/reset-password', { state: { frozen } });
  const notice = page.getByRole('status').filter({ hasText: 'Your account is frozen.' });
  await expect.element(notice).toMatchTextContent('AU$30.00 to ');
  await expect
    .element(notice)
    .toMatchTextContent('Only your new password signs in to your account.');
  const groups = [...document.querySelectorAll('.addr > *:not(wbr)')].map((one) => one.textContent);
  expect(groups.join('')).toBe(address);
  expect(groups.length).toBeGreaterThan(9);
});

test('AUTH-16 HARD-26 another password reset code is sent, or the page says that it was not', async () => {
  const view = await open('/reset-password/confirm', {
    state: { email: 'ada@kopa.test' },
    answers: [never, unreadable(sendEmailOtp)],
  });
  await expect
    .element(page.getByLabelText('Code', { exact: true }))
    .toHaveAttribute('autocomplete', 'one-time-code');
  const resend = page.getByRole('button', { name: 'Resend Code', exact: true });
  await resend.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to resend code.');
  view.says(codeSent);
  await resend.click();
  await expect
    .element(page.getByText('Verification code resent successfully.', { exact: true }))
    .toBeVisible();
  expect(view.asked(sendEmailOtp).at(-1)).toMatchObject({ email: 'ada@kopa.test', type: 2 });
});

test('AUTH-13 another code for a new account is sent, or the page says that it was not', async () => {
  const view = await openSignUp();
  await fill();
  await create.click();
  await expect.element(code).toBeVisible();
  const resend = page.getByRole('button', { name: /^Resend Code/ });
  await expect.element(resend).toBeDisabled();
  await view.passes(31_000);
  await expect.element(resend).toBeEnabled();
  view.says(unreadable(sendEmailOtp));
  await resend.click();
  await expect.element(alert(/^Failed to send OTP$/)).toBeVisible();
  view.says(codeSent);
  await resend.click();
  await expect.element(page.getByText('OTP sent to your email', { exact: true })).toBeVisible();
});

test('AUTH-15 HARD-42 a code that cannot be sent is reported, and the address is kept', async () => {
  await open('/reset-password', { answers: [never, lost(sendEmailOtp)] });
  const email = page.getByLabelText('Email');
  await email.fill('ada@kopa.test');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Failed to send the OTP. Please try again.');
  await expect.element(email).toHaveValue('ada@kopa.test');
});

test('SHELL-11 AUTH-17 a customer who resets the password while signed in is signed out on this device too', async () => {
  const ada = customer();
  const view = await open('/reset-password', {
    as: ada,
    answers: [
      goodPassword,
      codeSent,
      answer(verifyOtpAndUpdatePassword, {}),
      answer(logout, {}),
      signsIn(ada),
      holding(),
    ],
  });
  await page.getByLabelText('Email').fill(ada.email);
  // While signed in, no link leads out of the app.
  expect(page.getByRole('link', { name: /new tab/ }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabelText('New password', { exact: true }).fill('New-kopa-2026!');
  await confirmation.fill('New-kopa-2026!');
  await page.getByLabelText('Code', { exact: true }).fill('12345678');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(page.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
  expect(view.asked(verifyOtpAndUpdatePassword)).toMatchObject([
    { email: ada.email, otp: '12345678', password: 'New-kopa-2026!' },
  ]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(path).toBe('/');
  await page.getByLabelText('Email').fill(ada.email);
  await typed.fill('New-kopa-2026!');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect.poll(path).toBe('/wallet');
});

test('BEY-24 sign-up, its calendar, the code page and the reset page are accessible in both themes', async () => {
  await openSignUp();
  await fill();
  await expectAccessible();
  await calendar.click();
  await expect.element(page.getByRole('dialog').getByRole('grid')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await create.click();
  await expect.element(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expectAccessible();
});
