import { expect, type Page } from '@playwright/test';

/** What the device keeps of forms that were typed into. */

/** The names of the drafts that the device keeps. */
export const drafts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const opened = indexedDB.open('kopa-device');
    await new Promise((done) => opened.addEventListener('success', done));
    const keys = opened.result.transaction('records').objectStore('records').getAllKeys();
    await new Promise((done) => keys.addEventListener('success', done));
    opened.result.close();
    return keys.result.map(String).filter((key) => key.includes('draft-'));
  });

/** What the device keeps of a form: sealed, so all that can be seen of it is whether it changed. */
export const draft = (page: Page, form: string): Promise<string> =>
  page.evaluate(async (name) => {
    const opened = indexedDB.open('kopa-device');
    await new Promise((done) => opened.addEventListener('success', done));
    const records = opened.result.transaction('records').objectStore('records');
    const keys = records.getAllKeys();
    const values = records.getAll();
    await new Promise((done) => values.addEventListener('success', done));
    opened.result.close();
    const at = keys.result.findIndex(
      (key) => /draft-/.test(String(key)) && String(key).endsWith(name),
    );
    return JSON.stringify(values.result[at] ?? '', (_, part) => {
      if (part instanceof ArrayBuffer) return [...new Uint8Array(part)];
      return part instanceof Uint8Array ? [...part] : part;
    });
  }, form);

/** A phone discards a tab seconds after it was typed into; a test must not be quicker than the device. */
export const keptOnDevice = (page: Page, form: string): Promise<void> =>
  expect.poll(async () => (await drafts(page)).some((key) => key.endsWith(form))).toBe(true);
