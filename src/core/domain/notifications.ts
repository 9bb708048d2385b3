/** What customers can be told of, by group. */
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

/** Security e-mails are always sent: an intruder could otherwise switch them off. */
export const alwaysMailed: readonly EmailEvent[] = [
  'transactionCreated',
  'loginEvents',
  'cryptoAddressCreated',
  '2FAEvents',
];

/** What cannot happen here: there is no order book, no margin, no vault and no referral. */
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

/** What a customer is notified of. */
export interface Chosen {
  readonly popup: readonly PopupEvent[];
  readonly email: readonly EmailEvent[];
}

const isConversion = (event: string): boolean =>
  (email.conversions as readonly string[]).includes(event);

/** If nothing was chosen: everything but what the customer just did and saw happen. */
export const defaultChosen: Chosen = {
  popup: popupEvents.filter((event) => !isConversion(event)),
  email: emailEvents.filter(
    (event) =>
      alwaysMailed.includes(event) ||
      !((email.orders as readonly string[]).includes(event) || isConversion(event)),
  ),
};

/** In the order of the lists, each once, and with the e-mails that are always sent. */
export const settled = (chosen: {
  readonly popup: readonly string[];
  readonly email: readonly string[];
}): Chosen => ({
  popup: popupEvents.filter((event) => chosen.popup.includes(event)),
  email: emailEvents.filter(
    (event) => alwaysMailed.includes(event) || chosen.email.includes(event),
  ),
});

/** Some events on or off; those that are always mailed stay on. */
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

/** The fewest that keep an account safe: what is always mailed, and pop-ups of the same kind. */
export const securityOnly: Chosen = settled({
  popup: ['loginEvents', 'cryptoAddressCreated'],
  email: [],
});

/** enableAll: everything, or nothing but what always goes. */
export const switchedAll = (on: boolean): Chosen =>
  on ? settled({ popup: popupEvents, email: emailEvents }) : settled({ popup: [], email: [] });
