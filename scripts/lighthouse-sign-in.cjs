const inside = ['/wallet', '/swap', '/transactions'];

/**
 * Called by Lighthouse CI before each page: those inside are audited signed in. Lighthouse clears
 * caches and workers before a run, but neither cookies nor local storage, so the session stays.
 */
module.exports = async (browser, { url }) => {
  const { origin, pathname } = new URL(url);
  if (!inside.includes(pathname)) return;
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  // Still signed in for the page before.
  if (
    await page.evaluate(() => /"isAuthenticated":true/.test(localStorage.getItem('auth-storage')))
  ) {
    await page.waitForSelector('[data-testid="total"]');
    await page.waitForNetworkIdle();
    await page.close();
    return;
  }
  await page.locator('form ::-p-aria(Email)').fill(process.env.DEMO_EMAIL);
  await page.locator('form input[type="password"]').fill(process.env.DEMO_PASSWORD);
  await page.locator('form button[type="submit"]').click();
  await page.waitForFunction(() => location.pathname === '/wallet');
  // Who comes back has seen the wallet before, and their device has kept what it showed.
  await page.waitForSelector('[data-testid="total"]');
  await page.waitForNetworkIdle();
  // Its installing would run on beside the audit.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.close();
};
