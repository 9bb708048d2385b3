import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  alwaysMailed,
  channels,
  defaultChosen,
  emailEvents,
  notificationGroups,
  popupEvents,
  settled,
  switched,
  switchedAll,
} from './notifications.ts';

test('PROF-06 the groups and events are those of the document', () => {
  const popup = {
    orders: ['orderCreated', 'orderCompleted', 'orderCancelled', 'orderRejected'],
    transactions: ['transactionCreated', 'transactionCompleted', 'transactionRejected'],
    conversions: ['conversionCompleted', 'conversionRejected'],
    account: ['loginEvents', 'cryptoAddressCreated'],
  };
  expect(notificationGroups.popup).toEqual(popup);
  expect(notificationGroups.email).toEqual({
    orders: [...popup.orders, 'tradeCompleted', 'marginCall', 'marginLiquidation'],
    transactions: [...popup.transactions, 'manualBalanceUpdate'],
    conversions: popup.conversions,
    account: [...popup.account, 'kYCStatus', '2FAEvents'],
    vaults: ['vaultDeactivated', 'vaultExpired'],
    referrals: ['referralRewarded'],
  });
});

const chosen = fc
  .record({ popup: fc.subarray([...popupEvents]), email: fc.subarray([...emailEvents]) })
  .map(settled);

test('PROF-06 whatever is switched, security e-mails stay on and nothing else changes', () => {
  fc.assert(
    fc.property(
      chosen,
      fc.constantFrom(...channels),
      fc.subarray([...emailEvents]),
      fc.boolean(),
      (before, channel, events, on) => {
        const after = switched(before, channel, events, on);
        expect(after.email).toEqual(expect.arrayContaining([...alwaysMailed]));
        const other = channel === 'popup' ? 'email' : 'popup';
        expect(after[other]).toEqual(before[other]);
        const all: readonly string[] = channel === 'popup' ? popupEvents : emailEvents;
        const was: readonly string[] = before[channel];
        const is: readonly string[] = after[channel];
        for (const event of all) {
          const locked = channel === 'email' && alwaysMailed.some((one) => one === event);
          const named = events.some((one) => one === event);
          expect(is.includes(event)).toBe(locked || (named ? on : was.includes(event)));
        }
      },
    ),
  );
});

test('PROF-06 enableAll is everything; off leaves what always goes', () => {
  expect(switchedAll(true)).toEqual({ popup: popupEvents, email: emailEvents });
  expect(switchedAll(false)).toEqual({
    popup: [],
    email: emailEvents.filter((e) => alwaysMailed.includes(e)),
  });
  expect(settled(defaultChosen)).toEqual(defaultChosen);
});
