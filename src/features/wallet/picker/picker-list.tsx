import { Link } from 'wouter';
import { assetStateOf } from '#core/carried/asset-in-navigation.ts';
import { assetLink } from '#core/carried/asset-link.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { type Holding, listed } from '#core/statement/portfolio.ts';
import type { Money } from '#features/wallet/wallet-view.ts';
import { Button } from '#ui/actions/button.tsx';
import { Found } from '#ui/feedback/found.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import css from './picker.module.css';

/** Stands for an unknown value. */
const UNKNOWN = '\u2013';

interface Props {
  readonly mode: 'send' | 'receive';
  readonly holdings: readonly Holding[];
  readonly money: Money;
  readonly asOf: Date;
  readonly masked: boolean;
  readonly search: string;
  readonly onClear: () => void;
}

const target = { send: '/send', receive: '/receive' } as const;

/** Name, value and balance of each asset; choosing one hands it to the next page. */
export function PickerList({ mode, holdings, money, asOf, masked, search, onClear }: Props) {
  const shown = listed(holdings, search, false);
  const found = <Found count={search.trim() ? shown.length : undefined} />;
  if (shown.length === 0) {
    return (
      <>
        {found}
        <div className="card empty">
          <p>No assets match “{search.trim()}”</p>
          <Button onClick={onClear}>Clear search</Button>
        </div>
      </>
    );
  }
  return (
    <>
      {found}
      <ul className="card rows">
        {shown.map((holding) => {
          const { code, name, available } = holding;
          const value = money.convert(holding.usd);
          const asset = findAsset(code);
          return (
            <li key={code}>
              <Link
                className={`row ${css.row}`}
                {...assetLink(target[mode], {
                  ...assetStateOf(holding, value, money.currency, asOf),
                  mode,
                })}
              >
                {asset && <Coin code={asset.code} size={40} />}
                <span className={css.lines}>
                  <span>
                    <b>{name}</b>
                    <small>{code}</small>
                  </span>
                  <span className={`row__end ${css.amounts}`}>
                    <b className="num" translate="no">
                      <span className="vh">Value </span>
                      {masked ? (
                        <Mask of="Value" />
                      ) : value === undefined ? (
                        UNKNOWN
                      ) : (
                        formatFiat(value, money.currency)
                      )}
                    </b>
                    <small className="num" translate="no">
                      <span className="vh">Balance </span>
                      {masked ? <Mask of="Balance" /> : formatCrypto(available, code)}
                    </small>
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
