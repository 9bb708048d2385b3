import type { AlertChannel, AlertKind, PriceAlert } from '#core/contract/wallet/price-alerts.ts';
import { formatDecimal, formatPrice } from '#core/money/format.ts';

export const kindNames: Readonly<Record<AlertKind, string>> = {
  above: 'Rises above',
  below: 'Falls below',
  move: 'Moves in a day by',
};

export const channelNames: Readonly<Record<AlertChannel, string>> = {
  push: 'Notification',
  mail: 'Email',
};

/** The condition of an alert: “Rises above AU$90,000.00”. */
export const alertText = ({
  kind,
  value,
  money_id,
}: Pick<PriceAlert, 'kind' | 'value' | 'money_id'>): string =>
  `${kindNames[kind]} ${kind === 'move' ? `${formatDecimal(value)} %` : formatPrice(value, money_id)}`;
