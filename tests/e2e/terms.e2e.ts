import { expect } from '@playwright/test';
import { announceTerms, placeTerms } from '#server/services/customers/terms/announce.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { openSignedIn } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { legalFolder } from '#tests/support/legal-versions.ts';

test('KEEP-02 a customer reads which terms count, what comes and from when, and is told when the app opens', async ({
  page,
  within,
}) => {
  const { deps } = within;
  const legal = await legalFolder();
  const withLegal = { ...deps, config: { ...deps.config, legalDir: legal.folder } };
  const who = await person(deps);
  await placeTerms(withLegal);
  await announceTerms(withLegal);
  const counts = new Date(deps.clock.now() + 50 * 24 * 3_600_000).toISOString().slice(0, 10);
  const changes = ['Cash goes home to a bank account.', 'The fee of a swap is written beside it.'];
  await legal.replace('au-terms-and-conditions', { version: '1.1', counts, changes });
  await placeTerms(withLegal);
  await announceTerms(withLegal);
  await openSignedIn(page, { email: who.email, password }, '/profile/account');
  const card = page.getByRole('region', { name: 'Terms and Conditions' });
  const coming = card.getByRole('region', { name: 'Version 1.1' });
  await expect(coming.getByRole('heading')).toHaveText(/^Version 1\.1 counts from /);
  await expect(coming.getByRole('listitem')).toHaveText(changes);
  await expect(card).toContainText('Version 1.0, which you accepted on');
  await expect(card.getByRole('link', { name: 'Read version 1.0' })).toHaveAttribute(
    'href',
    '/au/terms-and-conditions/1.0',
  );
  await expectAccessible(page);
  await coming.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL('/profile/security');
  await legal.remove();
});
