import { useState } from 'react';
import css from '#conversion/conversion.module.css';
import { type ConversionState, holdingOf } from '#conversion/conversion-state.ts';
import { HIDDEN } from '#conversion/view-model.ts';
import { isCashCode, type KeptCode, type KeptCurrency } from '#core/money/cash.ts';
import { formatCrypto } from '#core/money/format.ts';
import { type FurtherAsset, searchAssets } from '#core/money/swap-form.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { Found } from '#ui/feedback/found.tsx';
import { PickerSearch } from '#ui/forms/picker-search.tsx';
import { AssetName } from '#ui/marks/asset-name.tsx';
import { CashCoin } from '#ui/marks/cash-coin.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { Icon } from '#ui/marks/icon.tsx';

interface Props {
  readonly title: string;
  readonly assets: readonly KeptCurrency[];
  /** Assets without a pair with the source, which are reached in two steps. */
  readonly further: readonly FurtherAsset[];
  readonly selected: KeptCode;
  readonly state: ConversionState;
  readonly masked: boolean;
  /** Shown in place of the list while it is loading, or when there are no pairs. */
  readonly empty: readonly string[];
  readonly onPick: (code: KeptCode) => void;
  readonly onClose: () => void;
}

/** SWAP-02: a dialog with one side's assets, searchable by name or symbol. */
export function AssetPicker({
  title,
  assets,
  further,
  selected,
  state,
  masked,
  empty,
  onPick,
  onClose,
}: Props) {
  const [search, setSearch] = useState('');
  const ways = new Map<KeptCode, KeptCode>(further.map(({ asset, via }) => [asset.code, via]));
  const shown = searchAssets<KeptCurrency>(
    [...assets, ...further.map(({ asset }) => asset)],
    search,
  );
  return (
    <Dialog title={title} onClose={onClose} sheet>
      <PickerSearch
        value={search}
        onChange={setSearch}
        onFirst={() => {
          const [first] = shown;
          if (first) onPick(first.code);
        }}
      />
      <Found count={search.trim() ? shown.length : undefined} />
      {assets.length === 0 ? (
        <div className="empty">
          {empty.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ) : (
        <ul className="stack" style={{ '--gap': '2px' } as React.CSSProperties}>
          {shown.map(({ code, name }) => {
            const holding = holdingOf(state, code);
            return (
              <li key={code}>
                <button
                  className={`opt ${css.choice}`}
                  type="button"
                  aria-pressed={code === selected}
                  onClick={() => onPick(code)}
                >
                  {isCashCode(code) ? <CashCoin code={code} /> : <Coin code={code} size={40} />}
                  <AssetName code={code} name={name} />
                  {ways.has(code) && (
                    <span className={`small muted ${css.way}`}>
                      two steps, by way of {ways.get(code)}
                    </span>
                  )}
                  {holding && !ways.has(code) && (
                    <span className="num muted" translate="no">
                      {masked ? HIDDEN : formatCrypto(holding.available, code)}
                    </span>
                  )}
                  {code === selected && <Icon name="check" size="s" />}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {assets.length > 0 && shown.length === 0 && (
        <p className="empty">No assets match “{search.trim()}”</p>
      )}
    </Dialog>
  );
}
