import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { found, type Holding, listed } from '#core/statement/portfolio.ts';
import css from '#features/wallet/wallet.module.css';
import type { Money } from '#features/wallet/wallet-view.ts';
import { Button } from '#ui/actions/button.tsx';
import { Found } from '#ui/feedback/found.tsx';
import { AssetRow } from './asset-row.tsx';
import { CashRow } from './cash-row.tsx';

interface Props {
  readonly holdings: readonly Holding[];
  readonly cash: readonly Holding[];
  readonly money: Money;
  readonly asOf: Date;
  readonly aged: boolean;
  readonly masked: boolean;
  readonly search: string;
  readonly withBalance: boolean;
  /** Prices only, without amounts and their values. */
  readonly markets: boolean;
  readonly onClear: () => void;
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <div className="empty">
      <p>{search.trim() ? `No assets match “${search.trim()}”` : 'No assets with a balance yet'}</p>
      <Button variant="secondary" onClick={onClear}>
        {search.trim() ? 'Clear search' : 'Show all assets'}
      </Button>
    </div>
  );
}

/** Longer amounts and values leave no room for a table where the list is narrow. */
const LONG = 18;
const LONG_VALUE = 16;

const isLong = ({ available, code, usd }: Holding, money: Money): boolean =>
  formatDecimal(available).length + code.length > LONG ||
  formatFiat(money.convert(usd) ?? '0', money.currency).length > LONG_VALUE;

const Heads = ({ markets }: { readonly markets: boolean }) => (
  <li className="asset-cols" aria-hidden="true">
    <span>Asset</span>
    <span className="asset__line">7 days</span>
    <span>Price</span>
    <span>24 h</span>
    {markets || (
      <>
        <span>Balance</span>
        <span />
        <span>Value</span>
      </>
    )}
    <span className="asset__heads">Price, 24 h</span>
    {markets || <span className="asset__heads">Value, balance</span>}
  </li>
);

export function AssetList(props: Props) {
  const { holdings, cash, money, asOf, aged, masked, search, withBalance, markets } = props;
  const shown = listed(holdings, search, withBalance);
  const shownCash = found(cash, search, withBalance);
  const count = shown.length + shownCash.length;
  const long = shown.some((one) => isLong(one, money)) ? 'assets__list--long' : '';
  return (
    <div className={`assets ${aged ? css.aged : ''}`}>
      <Found count={search.trim() || withBalance ? count : undefined} />
      {count === 0 ? (
        <NoMatch search={search} onClear={props.onClear} />
      ) : (
        <ul className={`rows assets__list ${long} ${markets ? 'assets__list--markets' : ''}`}>
          <Heads markets={markets} />
          {shownCash.map((holding) => (
            <CashRow key={holding.code} holding={holding} masked={masked} />
          ))}
          {shown.map((holding) => (
            <AssetRow
              key={holding.code}
              holding={holding}
              money={money}
              asOf={asOf}
              masked={masked}
              markets={markets}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
