import { useState } from 'react';
import type { Asset, AssetCode } from '#core/domain/currencies.ts';
import { formatCrypto } from '#core/domain/format.ts';
import { searchAssets } from '#core/domain/swap-form.ts';
import { AssetName } from '#ui/asset-name.tsx';
import { Coin } from '#ui/coin.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { PickerSearch } from '#ui/picker-search.tsx';
import css from './conversion.module.css';
import { type ConversionState, holdingOf } from './conversion-state.ts';
import { HIDDEN } from './view-model.ts';

interface Props {
  readonly title: string;
  readonly assets: readonly Asset[];
  readonly selected: AssetCode;
  readonly state: ConversionState;
  readonly masked: boolean;
  /** Shown in place of the list while it is loading, or when there are no pairs. */
  readonly empty: readonly string[];
  readonly onPick: (code: AssetCode) => void;
  readonly onClose: () => void;
}

/** SWAP-02: a dialog with one side's assets, searchable by name or symbol. */
export function AssetPicker({
  title,
  assets,
  selected,
  state,
  masked,
  empty,
  onPick,
  onClose,
}: Props) {
  const [search, setSearch] = useState('');
  const shown = searchAssets(assets, search);
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
                  <Coin code={code} size={40} />
                  <AssetName code={code} name={name} />
                  {holding && (
                    <span className="num muted">
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
        <p className="empty" role="status">
          No assets match “{search.trim()}”
        </p>
      )}
    </Dialog>
  );
}
