import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { login, logout } from '#core/contract/account/session.ts';
import { getInstruments } from '#core/contract/money/swap.ts';
import { answer, refuse, unreadable } from './support/answers.ts';
import { holding } from './support/holdings.ts';
import { signsIn } from './support/sign-in.ts';
import { customer, expectAccessible, open, toasts } from './support/view.ts';

const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const submit = page.getByRole('button', { name: 'Sign In', exact: true });
const tabs = page.getByRole('tab');
const refusal = page.getByRole('alert');
const path = () => location.pathname;

const INVALID = 'Invalid email or password.';
const invalid = refuse(login, 'INVALID_CREDENTIALS', INVALID);
const tooMany = refuse(login, 'TOO_MANY', 'Too many attempts.', { retryAfter: 60 });

async function signIn(as: string, by = 'not-the-Password-1'): Promise<void> {
  await email.fill(as);
  await password.fill(by);
  await submit.click();
}

test('AUTH-01 Sign In is the first of two tabs, which switch by mouse and by keyboard', async () => {
  await open('/');
  await expect.element(tabs).toHaveLength(2);
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual([
    'Sign In',
    'Create Account',
  ]);
  await expect.element(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await tabs.last().click();
  await expect
    .element(page.getByRole('tabpanel', { name: 'Create Account' }).getByLabelText('First name'))
    .toHaveFocus();
  (tabs.last().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('tabpanel', { name: 'Sign In' })).toBeVisible();
  await expect.element(tabs.first()).toHaveFocus();
});

test('AUTH-01 activeTab in the navigation state selects the tab', async () => {
  await open('/', { state: { activeTab: 'signup' } });
  await expect
    .element(page.getByRole('tab', { name: 'Create Account' }))
    .toHaveAttribute('aria-selected', 'true');
});

test('AUTH-02 email and password are both required, and the first missing one gets the focus', async () => {
  const view = await open('/');
  await submit.click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription('Email is required');
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  await email.fill('somebody@kopa.test');
  await submit.click();
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription('Password is required');
  expect(view.asked(login)).toEqual([]);
});

test('AUTH-02 the password can be shown', async () => {
  await open('/');
  await password.fill('Visible-1');
  await expect.element(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  await expect.element(email).toHaveAttribute('autocomplete', 'username webauthn');
});

test('AUTH-03 a refused sign-in shows the server’s message', async () => {
  await open('/', { answers: [invalid] });
  await signIn('ada@kopa.test');
  await expect.element(refusal).toHaveTextContent(INVALID);
  expect(toasts()).toEqual([INVALID]);
  expect(path()).toBe('/');
  await expect.element(email).toHaveValue('ada@kopa.test');
});

test('AUTH-03 an unreadable answer shows the default message', async () => {
  await open('/', { answers: [unreadable(login)] });
  await signIn('somebody@kopa.test');
  await expect.element(refusal).toHaveTextContent('Login failed. Please check your credentials.');
});

test('AUTH-03 after too many attempts the wait is counted down in seconds', async () => {
  const view = await open('/', { answers: [tooMany] });
  await signIn('ada@kopa.test');
  await expect.element(submit).toHaveAccessibleDescription(/Try again in \d+ s\.$/);
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  const secondsLeft = (): number =>
    Number(/(\d+) s/.exec(document.querySelector('.reason')?.textContent ?? '')?.[1]);
  const first = secondsLeft();
  await view.passes(2_000);
  await expect.poll(secondsLeft).toBeLessThan(first);
  await expectAccessible();
});

test('HARD-26 a lock belongs to its address: others sign in meanwhile', async () => {
  const other = customer({ email: 'other@kopa.test' });
  const view = await open('/', { answers: [tooMany, holding()] });
  await signIn('ada@kopa.test');
  await expect.element(submit).toHaveAccessibleDescription(/Try again in \d+ s\.$/);
  await email.fill(other.email);
  await expect.element(submit).not.toHaveAttribute('aria-disabled');
  expect(document.querySelector('.reason')).toBeNull();
  // The same mailbox in another spelling is locked still.
  await email.fill(' ADA@KOPA.TEST');
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  view.says(signsIn(other));
  await signIn(other.email);
  await expect.poll(path).toBe('/wallet');
});

test('HARD-26 a refused sign-in stays beside the form when its toast has gone, until something changes', async () => {
  const view = await open('/', { answers: [invalid] });
  await signIn('ada@kopa.test');
  await expect.poll(toasts).toEqual([INVALID]);
  await view.passes(4_000);
  await expect.poll(toasts).toEqual([]);
  await expect.element(refusal).toHaveTextContent(INVALID);
  await expect.element(submit).toHaveAccessibleDescription(INVALID);
  await expectAccessible();
  await password.fill('Another-password-1');
  await expect.element(refusal).not.toBeInTheDocument();
});

test('AUTH-02 HARD-26 signing in asks for the second factor if the account has one, of that account only', async () => {
  const ada = customer({ is2FA: 1 });
  const asks = refuse(login, 'SECOND_FACTOR_REQUIRED', 'Enter the code from your app.');
  const view = await open('/', { answers: [asks, holding()] });
  await signIn(ada.email);
  const code = page.getByLabelText('Code from your authenticator app');
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible();
  // An empty code is told at its field and is not sent; another address has no code step.
  await submit.click();
  await expect
    .element(code)
    .toHaveAccessibleDescription(
      'Please enter verification code Six digits, or one of your recovery codes.',
    );
  await expect.element(code).toHaveFocus();
  expect(view.asked(login)).toHaveLength(1);
  await email.fill('somebody@kopa.test');
  await expect.element(code).not.toBeInTheDocument();
  await email.fill(ada.email);
  await submit.click();
  await expect.element(code).toHaveFocus();
  view.says(refuse(login, 'INVALID_CODE', 'Invalid code.'));
  await code.fill('000000');
  await submit.click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(code).toHaveFocus();
  view.says(signsIn(ada, { recovery_codes_left: 9 }));
  await code.fill('abcd-efgh-jkmn');
  await submit.click();
  await expect.poll(path).toBe('/wallet');
  expect(view.asked(login).at(-1)?.otp).toBe('abcd-efgh-jkmn');
});

test('SHELL-02 after signing in, the customer is on the page they asked for', async () => {
  const ada = customer();
  const pairs = answer(getInstruments, { data: { instruments: [] } });
  await open('/swap', { answers: [signsIn(ada), holding(), pairs] });
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await signIn(ada.email);
  await expect.poll(path).toBe('/swap');
});

test('SESS-08 a sign-in after signing out does not return to the page that was left', async () => {
  const ada = customer();
  await open('/profile', { as: ada, answers: [answer(logout, {}), signsIn(ada), holding()] });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await signIn(ada.email);
  await expect.poll(path).toBe('/wallet');
});

test('BEY-24 axe finds nothing on the sign-in and create account pages', async () => {
  await open('/');
  await expect.element(submit).toBeVisible();
  await expectAccessible();
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await expect.element(page.getByLabelText('First name')).toBeVisible();
  await expectAccessible();
});

test('BEY-24 axe finds nothing on the password reset page', async () => {
  await open('/reset-password');
  await expect.element(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveLength(1);
  await expectAccessible();
});
