import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { getTaxJournals } from '#core/contract/wallet/gains.ts';
import { readTaxLines } from '#core/contract/wallet/tax-lines.ts';
import type { ApiClient, Credential } from '#tests/support/api-client.ts';
import { openSignedIn } from '#tests/support/e2e.ts';
import { fillYear } from './long-year.ts';
import { onStage } from './on-stage.ts';
import { median, print, sized } from './statistics.ts';

/**
 * Measures the tax report of a year with a hundred thousand disposals, from the press until the file is
 * saved, and compares it with only reading the report's data from the server.
 */
const DISPOSALS = sized(100_000, 20);
const ROUNDS = sized(3, 1);

const printLine = (name: string, took: number, least: number): void =>
  print(
    `${name.padEnd(30)} ${(took / 1000).toFixed(2).padStart(7)} s  ${(took / least).toFixed(2)}x`,
  );

/** The time, in milliseconds, to read all pages of journals one after the other, as the report does. */
async function readAll(api: ApiClient, credential: Credential): Promise<number> {
  const started = performance.now();
  let count = 0;
  let after: string | undefined;
  do {
    const request = { as_lines: true, ...(after && { after }) };
    const page = await api.must(getTaxJournals, request, { credential });
    count += readTaxLines(page.lines ?? '')?.length ?? 0;
    after = page.next;
  } while (after !== undefined);
  // The deposit is a journal too, but no disposal.
  if (count !== DISPOSALS + 1) throw new Error(`${count} journals instead of ${DISPOSALS + 1}`);
  return performance.now() - started;
}

async function save(page: Page, format: 'CSV' | 'PDF'): Promise<number> {
  const started = performance.now();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 300_000 }),
    page.getByRole('button', { name: `Save as ${format}` }).click(),
  ]);
  const took = performance.now() - started;
  const bytes = await readFile(await download.path());
  if (format === 'CSV') {
    const rows = bytes.toString('utf8').trimEnd().split('\r\n').length - 1;
    if (rows !== DISPOSALS) throw new Error(`${rows} rows instead of ${DISPOSALS}`);
  }
  return took;
}

await onStage(async ({ url, client, browser, account, userId, credential, api }) => {
  await fillYear(client, userId, 'AUD', DISPOSALS);
  const page = await browser.newPage({ baseURL: url });
  await openSignedIn(page, account, '/transactions');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'Tax report' }).click();
  const reading: number[] = [];
  const csv: number[] = [];
  const pdf: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    reading.push(await readAll(api, credential));
    csv.push(await save(page, 'CSV'));
    pdf.push(await save(page, 'PDF'));
  }
  const least = median(reading);
  print(`tax report of ${DISPOSALS} disposals, median of ${ROUNDS}`);
  printLine('only reading, without a page', least, least);
  printLine('saved as CSV', median(csv), least);
  printLine('saved as PDF', median(pdf), least);
});
