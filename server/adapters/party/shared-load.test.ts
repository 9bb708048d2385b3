import { expect, test } from 'vitest';
import { sharedLoad } from './shared-load.ts';

test('READ-15 a load that failed is repeated somewhat earlier by chance, so that processes do not ask together', async () => {
  for (const [chance, pause] of [
    [0, 1000],
    [0.5, 900],
    [1, 800],
  ] as const) {
    let [now, loads] = [0, 0];
    const read = sharedLoad({
      load: async () => {
        loads += 1;
        return undefined;
      },
      ...{ freshMs: 10_000, retryMs: 1000, now: () => now, chance: () => chance },
    });
    await read();
    now = pause - 1;
    await read();
    expect(loads).toBe(1);
    now = pause;
    await read();
    expect(loads).toBe(2);
  }
});
