import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startInProcess } from '#tests/support/in-process.ts';

test('EYE-10 U29 what fails in a browser looks like Kopa in light and dark, has no script, and gives the reference; other callers get a line', async () => {
  const { deps, url, close } = await startInProcess();
  // As when the database cannot be asked.
  await sql`alter table rate_limits rename to gone`.execute(deps.db);
  const ask = (accept: string) => fetch(`${url}/not-me`, { method: 'POST', headers: { accept } });
  const page = await ask('text/html');
  expect(page.status).toBe(503);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  expect(html).toContain('<title>Service unavailable · Kopa</title>');
  expect(html).toContain('aria-label="Kopa"');
  expect(html).toContain('content="light dark"');
  expect(html).toContain('your money is not affected');
  expect(html).toContain('href="/status"');
  expect(html).toMatch(/\(Reference: [^)]+\)/);
  expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  expect(await (await fetch(`${url}${style}`)).text()).toContain('prefers-color-scheme: dark');

  const plain = await ask('*/*');
  expect(plain.status).toBe(503);
  expect(await plain.text()).toMatch(/^Service unavailable \(Reference: [^)]+\)$/);
  await close();
});
