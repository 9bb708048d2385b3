import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';

/** The lock manager that two tabs share. */
class Locks {
  readonly #held: string[] = [];
  query = async () => ({ held: this.#held.map((name) => ({ name })), pending: [] });
  request = async (name: string, _options: object, work: () => Promise<unknown>) => {
    this.#held.push(name);
    try {
      return await work();
    } finally {
      this.#held.splice(this.#held.indexOf(name), 1);
    }
  };
}

const tab = async () => {
  vi.resetModules();
  return import('./flow-lock.ts');
};

beforeEach(() => vi.stubGlobal('navigator', { locks: new Locks() }));
afterEach(() => vi.unstubAllGlobals());

test('PWA-06 a tab knows its own flow at once, and other tabs see it by name', async () => {
  const first = await tab();
  const second = await tab();
  const release = first.holdFlow('swap');
  expect([first.flowHere(), second.flowHere()]).toEqual([true, false]);
  expect(await second.flowNames()).toEqual(['swap']);
  expect(await second.flowHeld()).toBe(true);
  release();
  release();
  expect(first.flowHere()).toBe(false);
  await eventually(async () => expect(await second.flowHeld()).toBe(false));
});

test('PWA-06 two flows of the same name end one by one', async () => {
  const { holdFlow, flowHeld, flowHere } = await tab();
  const releases = [holdFlow('form'), holdFlow('form')];
  releases[0]?.();
  expect(flowHere()).toBe(true);
  releases[1]?.();
  expect(flowHere()).toBe(false);
  await eventually(async () => expect(await flowHeld()).toBe(false));
});

test('PWA-06 without Web Locks, a tab knows only its own flows', async () => {
  vi.stubGlobal('navigator', {});
  const first = await tab();
  const second = await tab();
  const release = first.holdFlow('payment');
  expect([first.knowsOtherTabs(), await first.flowHeld()]).toEqual([false, true]);
  expect(await second.flowHeld()).toBe(false);
  release();
  expect(await first.flowHeld()).toBe(false);
});

test('PWA-06 a page that the browser had put aside holds its flows again, those that have not ended', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const { holdFlow } = await tab();
  holdFlow('swap');
  holdFlow('form')();
  // WebKit has taken the page's locks away.
  vi.stubGlobal('navigator', { locks: new Locks() });
  const other = await tab();
  expect(await other.flowNames()).toEqual([]);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await other.flowNames()).toEqual(['swap']);
});

test('BEY-17 what waits for the end of a flow is done then, once, unless it was taken back', async () => {
  const { holdFlow, whenNoFlow } = await tab();
  const done: string[] = [];
  whenNoFlow(() => done.push('at once'));
  const releases = [holdFlow('payment'), holdFlow('form')];
  whenNoFlow(() => done.push('afterwards'));
  whenNoFlow(() => done.push('never'))();
  releases[0]?.();
  expect(done).toEqual(['at once']);
  releases[1]?.();
  releases[1]?.();
  expect(done).toEqual(['at once', 'afterwards']);
});

test('PWA-06 a browser without the newest built-ins holds a flow all the same', async () => {
  const { withResolvers } = Promise;
  Reflect.deleteProperty(Promise, 'withResolvers');
  try {
    const { holdFlow, flowHere } = await tab();
    holdFlow('swap')();
    expect(flowHere()).toBe(false);
  } finally {
    Promise.withResolvers = withResolvers;
  }
});
