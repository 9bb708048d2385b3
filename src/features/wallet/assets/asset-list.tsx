import { type Holding, listed } from '#core/statement/portfolio.ts';
import css from '#features/wallet/wallet.module.css';
import type { Money } from '#features/wallet/wallet-view.ts';
import { Button } from '#ui/actions/button.tsx';
import { Found } from '#ui/feedback/found.tsx';
import { AssetRow } from './asset-row.tsx';

interface Props {
  readonly holdings: readonly Holding[];
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

export function AssetList(props: Props) {
  const { holdings, money, asOf, aged, masked, search, withBalance, markets, onClear } = props;
  const shown = listed(holdings, search, withBalance);
  return (
    <div className={`card assets ${aged ? css.aged : ''} ${markets ? css.markets : ''}`}>
      <Found count={search.trim() || withBalance ? shown.length : undefined} />
      {shown.length === 0 ? (
        <NoMatch search={search} onClear={onClear} />
      ) : (
        <>
          <div className="asset-cols" aria-hidden="true">
            <span>Asset</span>
            <span>Price</span>
            <span>24 h</span>
            <span>7 days</span>
            <span>Balance</span>
            <span>Value</span>
          </div>
          <ul className="rows">
            {shown.map((holding) => (
              <AssetRow
                key={holding.code}
                holding={holding}
                money={money}
                asOf={asOf}
                masked={masked}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
