import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { formatPrice } from '#core/money/format.ts';
import { formatInstant, formatOnAxis } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { MomentReader } from './moment-reader.tsx';
import css from './price-chart.module.css';
import { linePath, type PriceLine, type PricePoint } from './price-line.ts';

interface Props {
  /** The name of what is drawn. */
  readonly label: string;
  /** In the customer's currency, oldest first. */
  readonly points: readonly PricePoint[];
  /** The places of the points in the chart. */
  readonly line: PriceLine;
  readonly currency: string;
  readonly timeZone: string;
  readonly scale: 'hour' | 'day' | 'month';
  /** Whether it is up to date. */
  readonly live: boolean;
  /** The text below its end instead of the time. */
  readonly last?: string | undefined;
  /** Shown above the line while no single moment is chosen. */
  readonly children: ReactNode;
}

const WIDTH = 720;
const HEIGHT = 240;
const echoes = [16, 32, 48, 64, 80, 96] as const;
const marks = [0, 0.25, 0.5, 0.75] as const;

/** A price over time. A press, a hover or the arrow keys read a single moment from it. */
export function PriceChart({
  label,
  points,
  line,
  currency,
  timeZone,
  scale,
  live,
  last: lastText,
  children,
}: Props) {
  const [chosen, setChosen] = useState<number>();
  const mask = useId();
  const { places, ticks } = line;
  const end = points.length - 1;
  const at = Math.min(chosen ?? end, end);
  const place = places[at] ?? { x: 1, y: 0 };
  const point = points[at];
  const reading = point
    ? `${formatInstant(point.at, timeZone, serverNow())}: ${formatPrice(point.price, currency)}`
    : '';
  const path = linePath(line, points, WIDTH, HEIGHT);
  const signs = Math.max(0, ...ticks.map(({ text }) => text.length));
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];

  return (
    <div className={css.chart} style={{ '--signs': signs } as CSSProperties}>
      <p className={`num small muted ${css.reading}`} translate="no">
        {chosen === undefined ? children : reading}
      </p>
      <div className={css.plot}>
        <MomentReader className={css.line} {...{ label, places, at, reading }} onRead={setChosen}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <defs>
              <linearGradient id={`${mask}f`} x1="0" y1="0" x2="0" y2="1">
                <stop offset=".25" stopColor="#fff" />
                <stop offset="1" stopColor="#fff" stopOpacity="0" />
              </linearGradient>
              <mask id={mask}>
                <rect width={WIDTH} height={HEIGHT} fill={`url(#${mask}f)`} />
              </mask>
            </defs>
            {ticks.map(({ y, text }) => (
              <path key={text} className={css.grid} d={`M0 ${y * HEIGHT}H${WIDTH}`} />
            ))}
            <g mask={`url(#${mask})`}>
              {echoes.map((down) => (
                <path key={down} className={css.echo} d={path} transform={`translate(0 ${down})`} />
              ))}
            </g>
            <path className={live ? css.now : css.past} d={path} />
          </svg>
          <i
            className={live ? css.dot : `${css.dot} ${css.stale}`}
            style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
          />
        </MomentReader>
        {ticks.map(({ y, text }) => (
          <span
            key={text}
            className={`num ${css.tick}`}
            translate="no"
            style={{ top: `${y * 100}%` }}
            aria-hidden="true"
          >
            {text}
          </span>
        ))}
      </div>
      <div className={`num ${css.times}`} aria-hidden="true">
        {marks.map((part) => (
          <span key={part}>{formatOnAxis(first + part * (last - first), timeZone, scale)}</span>
        ))}
        <span>{lastText ?? formatOnAxis(last, timeZone, scale)}</span>
      </div>
    </div>
  );
}
