import { Link } from 'wouter';
import { assetStateOf } from '#core/domain/asset-in-navigation.ts';
import { assetLink } from '#core/domain/asset-link.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { formatCrypto, formatFiat } from '#core/domain/format.ts';
import { type Holding, listed } from '#core/domain/portfolio.ts';
import { Button } from '#ui/button.tsx';
import { Coin } from '#ui/coin.tsx';
import { Found } from '#ui/found.tsx';
import { Mask } from '#ui/mask.tsx';
import css from './picker.module.css';
import type { Money } from './wallet-view.ts';

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
                      {masked ? (
                        <Mask of="Value" />
                      ) : value === undefined ? (
                        UNKNOWN
                      ) : (
                        formatFiat(value, money.currency)
                      )}
                    </b>
                    <small className="num" translate="no">
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
