import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterStage, startClusterStage } from '#tests/support/cluster/cluster-run.ts';
import { hasCluster } from '#tests/support/cluster/programs.ts';
import { expectSurvived, storyOf } from '#tests/support/cluster/survived.ts';

/** The first minute of `npm run test:cluster`, which also measures. */
describe.skipIf(!hasCluster)('a cluster of Patroni behind HAProxy and pgbouncer', () => {
  let stage: ClusterStage;
  beforeAll(async () => {
    stage = await startClusterStage('cluster-minute');
  }, 600_000);
  afterAll(() => stage.stop());

  test.each([
    ['loses its power', 'kill'],
    ['is parted from the others, then from all', 'part'],
  ] as const)(
    'OPS-12 the primary %s under load: nothing acknowledged is lost, nothing happens twice, and the servers go on by themselves',
    async (_, fault) => {
      const struck = await stage.strike(fault, 20261127);
      await expectSurvived(stage, struck);
      expect(struck.lost, storyOf(struck)).toBeGreaterThan(0);
    },
    600_000,
  );
});
