import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { appRuns, test as base } from './e2e.ts';
import { type InProcess, type Person, password, startInProcess } from './in-process.ts';
import { root } from './server-process.ts';

/** For journeys whose server runs in the test's process: the test can move its clock and read its ledger. */
export const inProcessTest = base.extend<{ within: InProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
  within: async ({}, use) => {
    const server = await startInProcess({ dist: join(root, 'dist') });
    await use(server);
    await server.close();
  },
  baseURL: async ({ within }, use) => use(within.url),
});

export interface Authenticator {
  /** A code that was never used: moves the server's clock on to the next time step. */
  readonly code: () => string;
  readonly recoveryCodes: readonly string[];
}

/** Turns 2FA on, without the hold on withdrawals that normally follows. */
export async function turnOnTwoFactor(
  { api, deps }: InProcess,
  { id, credential }: Person,
): Promise<Authenticator> {
  const { data } = await api.must(generateTwoFactorSecret, {}, { credential });
  const code = (): string => {
    deps.clock.advance(30_000 - (deps.clock.now() % 30_000) + 500);
    return new TOTP({ secret: data.base32 }).generate({ timestamp: deps.clock.now() });
  };
  const setUp = { security_key: data.base32, otp: code(), password };
  const { data: enabled } = await api.must(enableTwoFactor, setUp, { credential });
  await deps.db
    .updateTable('users')
    .set({ withdrawals_held_until: null })
    .where('id', '=', id)
    .execute();
  return { code, recoveryCodes: enabled.recoveryCodes };
}

export async function signInWithCode(page: Page, email: string, code: string): Promise<void> {
  await page.goto('/');
  await appRuns(page);
  const form = page.locator('form');
  const submit = form.getByRole('button', { name: /^sign in$/i });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await submit.click();
  await page.getByLabel('Code from your authenticator app').fill(code);
  await submit.click();
  await expect(page).toHaveURL(/\/wallet$/);
}
