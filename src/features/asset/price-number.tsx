import { isAssetCode } from '#core/money/currencies.ts';
import { formatPrice } from '#core/money/format.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import { clockText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { loadForex } from '#transport/money/forex-rates.ts';
import { PriceMoveText } from '#ui/chart/price-move.tsx';
import { OneNumber } from '#ui/feedback/one-number.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import css from './mould.module.css';
import { prices } from './price-state.ts';
import type { KnownPrice } from './use-price-line.ts';

interface Props {
  readonly price: KnownPrice;
  readonly holding: Holding | undefined;
  /** When the holding's price was read. */
  readonly asOf: Date | undefined;
  readonly online: boolean;
  /** The moment that is being read from the dune, if one is. */
  readonly reading: string | undefined;
}

function Trouble({ text, onRetry }: { text: string | undefined; onRetry: () => void }) {
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="alert" />
      <p className="grow">{text}</p>
      <button className="textbtn" type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/** What is said of the line of the past: its move, or why there is none. */
function Past({ price, online, holding }: Omit<Props, 'asOf' | 'reading'>) {
  const { code, currency, range, line, points, move, ofDay, now, chosen, failure, week } = price;
  if (price.noRates) {
    return <Trouble text="Failed to load forex rates" onRetry={() => void loadForex()} />;
  }
  if (line) {
    return move ? (
      <PriceMoveText
        move={move}
        currency={currency}
        days={chosen.days}
        explain={async (shown) => {
          const { explainMove } = await import('./explain-asset.ts');
          const percent = holding?.change;
          return explainMove({
            ...{ code, currency, shown, points },
            ofDay:
              ofDay && now !== undefined && percent !== undefined ? { now, percent } : undefined,
          });
        }}
      />
    ) : null;
  }
  if (points.length > 0) return 'There are no prices for this period yet.';
  if (!online) {
    return (
      <span role="status">
        You’re offline. The price chart will load when the connection is back.
        {week && ' Below is the shape of the seven days before.'}
      </span>
    );
  }
  if (failure !== undefined) {
    return <Trouble text={failure} onRetry={() => void prices[range].anew(code)} />;
  }
  return (
    <span className="vh" role="status">
      Loading prices...
    </span>
  );
}

/** The asset's price, which its page is about, in the customer's currency. */
export function PriceNumber({ price, holding, asOf, online, reading }: Props) {
  const { code, currency, now } = price;
  return (
    <>
      <p className={css.of}>
        {isAssetCode(code) && <Coin code={code} size={28} />}
        <span>{code} price</span>
        {asOf && now !== undefined && (
          <span className="cap num" translate="no">
            From {clockText(asOf, new Date(serverNow()))}
          </span>
        )}
      </p>
      {now === undefined || !holding ? (
        <p className={`balance ${css.words}`}>Not available yet</p>
      ) : (
        <OneNumber
          text={formatPrice(now, currency)}
          explained={{
            name: 'Price',
            of: async () => (await import('./explain-asset.ts')).explainPrice(holding, currency),
          }}
        />
      )}
      <div className={`num ${css.reading}`}>
        {reading === undefined ? (
          <Past price={price} online={online} holding={holding} />
        ) : (
          <span translate="no">{reading}</span>
        )}
      </div>
    </>
  );
}
