import { expect, test } from 'vitest';
import { precacheNameOf, takeOverFrom } from './builds.ts';

const none = { installing: null, waiting: null };

/** The caches of a device, by name, and builds that take over one after another. */
function device(...builds: readonly string[]) {
  const names = new Set(builds.map(precacheNameOf));
  const kept = {
    keys: async () => [...names],
    open: async (name: string) => {
      names.add(name);
      return {} as Cache;
    },
    delete: async (name: string) => names.delete(name),
  };
  return {
    names,
    install: (build: string) => names.add(precacheNameOf(build)),
    takeOver: (build: string, registration = none as object) =>
      takeOverFrom(kept, { ...none, ...registration }, build),
    builds: () =>
      ['v1', 'v2', 'v3', 'v4'].filter((build) => names.has(precacheNameOf(build))).join(' '),
  };
}

test('PWA-06 the replaced build’s files stay for its tabs, and older ones are deleted', async () => {
  const { install, takeOver, builds, names } = device('v1');
  await takeOver('v1');
  install('v2');
  await takeOver('v2');
  expect(builds()).toBe('v1 v2');
  install('v3');
  await takeOver('v3');
  expect(builds()).toBe('v2 v3');
  expect([...names]).toHaveLength(3);
});

test('PWA-06 a build that waited but never served is deleted, and the one that served stays', async () => {
  const { install, takeOver, builds } = device('v1');
  await takeOver('v1');
  install('v2');
  install('v3');
  await takeOver('v3');
  expect(builds()).toBe('v1 v3');
});

test.each(['installing', 'waiting'])(
  'PWA-06 no files are deleted while another build is %s',
  async (state) => {
    const { install, takeOver, builds } = device('v1');
    await takeOver('v1');
    install('v2');
    install('v3');
    await takeOver('v2', { [state]: {} });
    expect(builds()).toBe('v1 v2 v3');
    await takeOver('v3');
    expect(builds()).toBe('v2 v3');
  },
);

test('PWA-06 a worker that changed while its files did not deletes nothing', async () => {
  const { install, takeOver, builds } = device('v1');
  await takeOver('v1');
  install('v2');
  await takeOver('v2');
  await takeOver('v2');
  expect(builds()).toBe('v1 v2');
});

test('PWA-06 a build can serve again after a rollback', async () => {
  const { install, takeOver, builds } = device('v1');
  await takeOver('v1');
  install('v2');
  await takeOver('v2');
  await takeOver('v1');
  expect(builds()).toBe('v1 v2');
  install('v3');
  await takeOver('v3');
  expect(builds()).toBe('v1 v3');
});

test('PWA-06 a cache that does not belong to the builds is left alone', async () => {
  const { names, takeOver } = device('v1');
  names.add('another');
  await takeOver('v1');
  expect(names.has('another')).toBe(true);
});
