import { expect, test } from 'vitest';
import { styleSheet } from './legal.ts';
import { statusPage } from './status-page.ts';

test('EYE-10 the status page looks like Kopa in light and dark, and needs no file but its script', async () => {
  const page = statusPage(await styleSheet());
  expect(page).toContain('aria-label="Kopa"');
  expect(page).toContain('content="light dark"');
  // The tokens of the app, which follow the system's theme.
  expect(page).toMatch(/--bg:/);
  expect(page).toMatch(/prefers-color-scheme:\s*dark/);
  const [, body = ''] = page.split('</style>');
  expect([...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, at]) => at)).toEqual([
    '/status.js',
  ]);
  expect(body).not.toMatch(/<script|\sstyle=|\son\w+=/);
});
