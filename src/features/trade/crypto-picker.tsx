import { useState } from 'react';
import { type AssetCode, offeredAssets } from '#core/money/currencies.ts';
import { searchAssets } from '#core/money/swap-form.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { Found } from '#ui/feedback/found.tsx';
import { PickerSearch } from '#ui/forms/picker-search.tsx';
import { AssetName } from '#ui/marks/asset-name.tsx';
import { Coin } from '#ui/marks/coin.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import css from './trade.module.css';

interface Props {
  readonly market: string;
  readonly selected: AssetCode;
  readonly onPick: (code: AssetCode) => void;
  readonly onClose: () => void;
}

/** The assets that can be bought in this market (BUY-01). */
export function CryptoPicker({ market, selected, onPick, onClose }: Props) {
  const [search, setSearch] = useState('');
  const offered = offeredAssets(market);
  const shown = searchAssets(offered, search);
  return (
    <Dialog title="Select Crypto" onClose={onClose} sheet>
      <PickerSearch
        value={search}
        onChange={setSearch}
        onFirst={() => {
          const [first] = shown;
          if (first) onPick(first.code);
        }}
      />
      <Found count={search.trim() ? shown.length : undefined} />
      {shown.length === 0 ? (
        <p className="empty">{offered.length === 0 ? 'No assets available' : 'No assets found'}</p>
      ) : (
        <ul className={css.choices}>
          {shown.map(({ code, name }) => (
            <li key={code}>
              <button
                className={`opt ${css.choice}`}
                type="button"
                aria-pressed={code === selected}
                onClick={() => onPick(code)}
              >
                <Coin code={code} size={40} />
                <AssetName code={code} name={name} />
                {code === selected && <Icon name="check" size="s" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
