import { expect, test } from 'vitest';
import { withdrawalStatuses } from '#core/contract/money/withdrawal.ts';
import {
  stageInShort,
  stageOf,
  stageTone,
  stageWords,
  withdrawalStages,
} from './withdrawal-state.ts';

const standings = withdrawalStatuses.flatMap((status) =>
  [true, false].flatMap((cancellable) =>
    [true, false].map((delayed) => ({ status, cancellable, delayed })),
  ),
);

test('EYE-05 every stage is told by its words and its colour, and none that has not arrived is green', () => {
  const told = new Map(
    standings.map((one) => {
      const stage = stageOf(one);
      return [stage, [stageTone(stage), stageWords(stage, { until: '10:11 AM' }).title]] as const;
    }),
  );
  expect(Object.fromEntries(told)).toEqual({
    held: ['wait', 'Waiting until 10:11 AM'],
    delayed: ['wait', 'Not sent yet'],
    sending: ['wait', 'Not sent yet'],
    sent: ['wait', 'Sent, not arrived yet'],
    arrived: ['good', 'Arrived'],
    stopped: ['bad', 'Stopped. Nothing was sent.'],
    failed: ['bad', 'It did not arrive'],
    returned: ['bad', 'It did not arrive'],
  });
  expect([...told.keys()].toSorted()).toEqual([...withdrawalStages].toSorted());
});

test('EYE-05 what has not left says so wherever it is told, and what left does not say that it can be cancelled', () => {
  for (const stage of withdrawalStages) {
    const { title, more } = stageWords(stage, { until: '10:11 AM', usual: 'Soon.' });
    const isHere = stage === 'held' || stage === 'sending' || stage === 'delayed';
    expect(/not sent yet/i.test(`${title}. ${more}`), stage).toBe(isHere);
    expect(stageInShort[stage] === 'Not sent yet', stage).toBe(isHere);
    expect(/you can cancel/i.test(more), stage).toBe(stage === 'held');
  }
  expect(stageWords('sending', { toBank: true }).more).toContain('handed to the bank');
  expect(stageWords('sent', { usual: 'Soon.' }).more).toBe('Soon. It can no longer be cancelled.');
});

test('KEEP-06 one that screening holds takes longer, and is not said to be under way', () => {
  expect(stageOf({ status: 'requested', cancellable: false, delayed: true })).toBe('delayed');
  expect(stageOf({ status: 'requested', cancellable: true, delayed: true })).toBe('held');
  expect(stageOf({ status: 'broadcast', cancellable: false, delayed: true })).toBe('sent');
  expect(stageWords('delayed').more).toBe(
    'This takes longer than usual. There is nothing for you to do.',
  );
});
