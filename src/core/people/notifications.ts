/** The events that customers can be notified of, by group. */
const popup = {
  orders: ['orderCreated', 'orderCompleted', 'orderCancelled', 'orderRejected'],
  transactions: ['transactionCreated', 'transactionCompleted', 'transactionRejected'],
  conversions: ['conversionCompleted', 'conversionRejected'],
  account: ['loginEvents', 'cryptoAddressCreated'],
} as const;

const email = {
  orders: [...popup.orders, 'tradeCompleted', 'marginCall', 'marginLiquidation'],
  transactions: [...popup.transactions, 'manualBalanceUpdate'],
  conversions: popup.conversions,
  account: [...popup.account, 'kYCStatus', '2FAEvents'],
  vaults: ['vaultDeactivated', 'vaultExpired'],
  referrals: ['referralRewarded'],
} as const;

export const notificationGroups = { popup, email } as const;

export type Channel = keyof typeof notificationGroups;
export const channels = ['popup', 'email'] as const satisfies readonly Channel[];

type EventsOf<G> = G extends Readonly<Record<string, readonly (infer E)[]>> ? E : never;
export type PopupEvent = EventsOf<typeof popup>;
export type EmailEvent = EventsOf<typeof email>;

const flat = <E extends string>(groups: Readonly<Record<string, readonly E[]>>): readonly E[] =>
  Object.values(groups).flat();

export const popupEvents = flat<PopupEvent>(popup);
export const emailEvents = flat<EmailEvent>(email);

/** Security mails cannot be switched off, because an intruder could do that. */
export const alwaysMailed: readonly EmailEvent[] = [
  'transactionCreated',
  'loginEvents',
  'cryptoAddressCreated',
  '2FAEvents',
];

/** Events of the specification that cannot happen: there is no order book, margin, vault or referral. */
export const neverSent: readonly EmailEvent[] = [
  'orderCreated',
  'tradeCompleted',
  'marginCall',
  'marginLiquidation',
  'manualBalanceUpdate',
  'conversionRejected',
  'vaultDeactivated',
  'vaultExpired',
  'referralRewarded',
];

/** The events that a customer has switched on. */
export interface Chosen {
  readonly popup: readonly PopupEvent[];
  readonly email: readonly EmailEvent[];
}

const isConversion = (event: string): boolean =>
  (email.conversions as readonly string[]).includes(event);

/** The default: everything but what the customer did and saw themselves; a purchase is mailed, as a record of it. */
export const defaultChosen: Chosen = {
  popup: popupEvents.filter((event) => !isConversion(event)),
  email: emailEvents.filter(
    (event) =>
      alwaysMailed.includes(event) ||
      event === 'orderCompleted' ||
      !((email.orders as readonly string[]).includes(event) || isConversion(event)),
  ),
};

/** In the order of the lists, without repetitions, and with the mails that are always sent. */
export const settled = (chosen: {
  readonly popup: readonly string[];
  readonly email: readonly string[];
}): Chosen => ({
  popup: popupEvents.filter((event) => chosen.popup.includes(event)),
  email: emailEvents.filter(
    (event) => alwaysMailed.includes(event) || chosen.email.includes(event),
  ),
});

/** The choice with some events switched on or off; mails that are always sent stay on. */
export function switched(
  chosen: Chosen,
  channel: Channel,
  events: readonly string[],
  on: boolean,
): Chosen {
  const before: readonly string[] = chosen[channel];
  const after = on ? [...before, ...events] : before.filter((event) => !events.includes(event));
  return settled({ ...chosen, [channel]: after });
}

/** The minimum for a safe account: mails that are always sent, and pop-ups for the same events. */
export const securityOnly: Chosen = settled({
  popup: ['loginEvents', 'cryptoAddressCreated'],
  email: [],
});

/** enableAll: everything, or only what is always sent. */
export const switchedAll = (on: boolean): Chosen =>
  on ? settled({ popup: popupEvents, email: emailEvents }) : settled({ popup: [], email: [] });
