// The demo's customer, whom README names; a server with other accounts has them in the environment.
const { DEMO_EMAIL = 'customer@kopa.test', DEMO_PASSWORD = 'Kopa-demo-2026!' } = process.env;
const inside = ['/wallet', '/swap', '/transactions'];

/**
 * Called by Lighthouse CI before it audits a page: signs in for the pages that need a session. Lighthouse clears
 * caches and service workers before a run, but neither cookies nor local storage, so the session stays.
 */
module.exports = async (browser, { url }) => {
  const { origin, pathname } = new URL(url);
  if (!inside.includes(pathname)) return;
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  // The session of the page audited before goes on.
  if (
    await page.evaluate(() => /"isAuthenticated":true/.test(localStorage.getItem('auth-storage')))
  ) {
    await page.waitForSelector('[data-testid="total"]');
    await page.waitForNetworkIdle();
    await page.close();
    return;
  }
  await page.locator('form ::-p-aria(Email)').fill(DEMO_EMAIL);
  await page.locator('form input[type="password"]').fill(DEMO_PASSWORD);
  await page.locator('form button[type="submit"]').click();
  await page.waitForFunction(() => location.pathname === '/wallet');
  // The wallet is shown once, because the audit is of a returning customer, whose device has stored a snapshot of it.
  await page.waitForSelector('[data-testid="total"]');
  await page.waitForNetworkIdle();
  // Otherwise the worker would still be installing during the audit and slow it down.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.close();
};
