import { DrawnDune, FlatGround } from '#ui/chart/dune/dune.tsx';
import { duneOf, heightAt } from '#ui/chart/dune/dune-path.ts';
import { Hill } from '#ui/chart/dune/hill.tsx';
import { MomentReader } from '#ui/chart/moment-reader.tsx';
import css from './mould.module.css';
import type { KnownPrice } from './use-price-line.ts';

interface Props {
  readonly price: KnownPrice;
  /** The name of what is read from it. */
  readonly label: string;
  readonly online: boolean;
  /** Whether it ends in a current price. */
  readonly live: boolean;
  /** The moment that is read; undefined: none, which is the last one. */
  readonly at: number | undefined;
  /** What is said of the moment that is read, or of the last one. */
  readonly reading: string;
  readonly onRead: (at: number | undefined) => void;
}

/** The price over time is the ground of its page. A press, a hover or the arrow keys read a single moment from it. */
export function PriceDune({ price, label, online, live, at, reading, onRead }: Props) {
  const { line, points, pending, week } = price;
  if (!line) {
    if (pending || (points.length === 0 && !week) || price.noRates) return <Hill />;
    // The shape of the last week is true without a connection; that it is not the chosen period stands above.
    if (points.length === 0 && week && !online)
      return <DrawnDune dune={duneOf(week.places)} aged />;
    return <FlatGround hidden={points.length === 0} />;
  }
  const end = points.length - 1;
  const chosen = Math.min(at ?? end, end);
  const x = line.places[chosen]?.x ?? 1;
  return (
    <DrawnDune dune={duneOf(line.places)} aged={!live}>
      <MomentReader
        className={css.reader}
        places={line.places}
        at={chosen}
        {...{ label, reading, onRead }}
      >
        {at !== undefined && (
          <span
            className={css.mark}
            style={{ left: `${x * 100}%`, top: `${heightAt(line.places, x) * 100}%` }}
          />
        )}
      </MomentReader>
    </DrawnDune>
  );
}
