import { expect, test } from 'vitest';
import type { Staying } from '#core/contract/account/notifications.ts';
import { hearStaying, staying, withdrawalOver } from './staying.ts';

const asked = (withdrawal_id: string): Staying => ({
  kind: 'withdrawal',
  withdrawal_id,
  amount: '0.2',
  currency_id: 'BTC',
  recipient: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  since: '2026-11-30T10:00:00.000Z',
  until: '2026-11-30T10:05:00.000Z',
  device: 'Safari on iPhone',
  place: 'Australia',
});

test('EYE-05 an answer from before a withdrawal was stopped does not bring its card back', () => {
  hearStaying([asked('w1'), asked('w2')], 1);
  withdrawalOver('w1');
  expect(staying.list).toEqual([asked('w2')]);
  hearStaying([asked('w1'), asked('w2')], 2);
  expect(staying.list).toEqual([asked('w2')]);
});
