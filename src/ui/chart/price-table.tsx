import { formatPrice } from '#core/money/format.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import css from './price-chart.module.css';

interface Props {
  /** The name of the values. */
  readonly of: 'Price' | 'Value';
  /** A point without a price is unknown. */
  readonly points: readonly {
    readonly at: number;
    readonly price: string | undefined;
  }[];
  readonly currency: string;
  readonly timeZone: string;
  readonly caption: string;
}

/** The points of a chart, newest first. */
export function PriceTable({ of, points, currency, timeZone, caption }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className={css.table} tabIndex={0} aria-label={caption}>
      <table>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{of}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, price }) => (
            <tr key={at}>
              <td>{formatInstant(at, timeZone, serverNow())}</td>
              <td className="num" translate="no">
                {price === undefined ? 'Unknown' : formatPrice(price, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
