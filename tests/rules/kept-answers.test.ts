import { readFileSync } from 'node:fs';
import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { endpoints } from '#core/contract/endpoints.ts';
import { KEPT_CONTRACT, type SnapshotName, snapshotPaths } from '#core/snapshot.ts';

const names = Object.keys(snapshotPaths) as SnapshotName[];

/** Answers as a build of this version of the contract kept them; a file of an earlier version stays as it is. */
const keptBy = (contract: number): Readonly<Record<string, unknown>> =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/kept-answers-${contract}.json`, import.meta.url), 'utf8'),
  );

test.each(names)('HARD-72 what apps have kept of %s can be read by this build', (name) => {
  const endpoint = Object.values(endpoints).find(({ path }) => path === snapshotPaths[name]);
  const kept = keptBy(KEPT_CONTRACT)[name];
  expect(kept).toBeDefined();
  // If this fails, make what is new optional, or raise `KEPT_CONTRACT` and note answers of the new version.
  expect(endpoint && safeParse(endpoint.answer, kept).issues).toBeUndefined();
});
