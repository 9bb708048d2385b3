import type { AlertChannel, AlertKind, PriceAlert } from '#core/contract/wallet/price-alerts.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDecimal, formatPrice } from '#core/money/format.ts';
import { parsePrice } from '#core/money/price.ts';

export const kindNames: Readonly<Record<AlertKind, string>> = {
  above: 'Rises above',
  below: 'Falls below',
  move: 'Moves in a day by',
};

export const channelNames: Readonly<Record<AlertChannel, string>> = {
  push: 'Notification',
  mail: 'Email',
};

type Telling = Pick<PriceAlert, 'channel' | 'tells_by'>;

/** How an alert tells as things are: where no device takes notifications, by email. `isHere`: this device would show one. */
export function tellsText({ channel, tells_by: by = channel }: Telling, isHere: boolean): string {
  if (channel === 'mail') return channelNames.mail;
  if (by === 'mail') return 'Email, as no device takes notifications';
  return isHere ? channelNames.push : `${channelNames.push} on another device`;
}

type Condition = Pick<PriceAlert, 'kind' | 'value' | 'money_id'>;

const valueText = ({ kind, value, money_id }: Condition): string =>
  kind === 'move' ? `${formatDecimal(value)} %` : formatPrice(value, money_id);

/** The condition of an alert: “Rises above AU$90,000.00”. */
export const alertText = (alert: Condition): string =>
  `${kindNames[alert.kind]} ${valueText(alert)}`;

const briefly: Readonly<Record<AlertKind, string>> = {
  above: 'above',
  below: 'below',
  move: 'a day’s move of',
};

/** The same in a row about the asset: “above AU$90,000.00”. */
export const briefAlert = (alert: Condition): string =>
  `${briefly[alert.kind]} ${valueText(alert)}`;

type Listed = Condition & Pick<PriceAlert, 'fired_at'>;

/** The alerts that wait, in one line: “1 alert: above AU$145,000.00”. Undefined if none does. */
export function alertsInShort(alerts: readonly Listed[]): string | undefined {
  const waiting = alerts.filter(({ fired_at }) => fired_at === null);
  if (waiting.length === 0) return undefined;
  const count = waiting.length === 1 ? '1 alert' : `${waiting.length} alerts`;
  return `${count}: ${waiting.map(briefAlert).join(', ')}`;
}

/** How far a price is from what an alert waits for, in percent; undefined for a move, and without a price. */
export function awayText(
  { kind, value }: Condition,
  price: string | undefined,
): string | undefined {
  const [now, then] = [parsePrice(price ?? ''), parsePrice(value)];
  if (kind === 'move' || now === undefined || then === undefined) return undefined;
  const size = then > now ? then - now : now - then;
  return `${formatDecimal(formatUnits((size * 1_000n) / now, 1), 1, 1)}% away`;
}
