import { Link } from 'wouter';
import { assetStateOf } from '#core/carried/asset-in-navigation.ts';
import { assetLink } from '#core/carried/asset-link.ts';
import { chosenRecipient } from '#core/carried/way-out.ts';
import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import { findAsset } from '#core/money/currencies.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import type { Money } from '#features/wallet/wallet-view.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { RecipientLines } from '#withdrawal/recipient-lines.tsx';
import css from './picker.module.css';

interface Props {
  readonly list: readonly SavedCryptoAddress[];
  readonly search: string;
  readonly holdings: readonly Holding[];
  readonly money: Money;
  readonly asOf: Date;
}

/** At most so many are shown; for others the customer searches, or picks the asset first. */
const MOST = 4;

const matches = ({ label, currency_id }: SavedCryptoAddress, search: string): boolean =>
  `${label} ${currency_id} ${findAsset(currency_id)?.name ?? ''}`
    .toLowerCase()
    .includes(search.trim().toLowerCase());

/** EASE-09: saved recipients; choosing one leads to the amount. */
export function PickerRecipients({ list, search, holdings, money, asOf }: Props) {
  const shown = list.flatMap((entry) => {
    const holding = holdings.find(({ code }) => code === entry.currency_id);
    const asset = findAsset(entry.currency_id);
    return holding && asset && matches(entry, search) ? [{ entry, holding, asset }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="recipients">
      <h2 className={css.heading} id="recipients">
        Saved recipients
      </h2>
      <ul className="card rows">
        {shown.slice(0, MOST).map(({ entry, holding, asset }) => (
          <li key={entry.address_id}>
            <Link
              className={`row ${css.row}`}
              {...assetLink('/send', {
                ...assetStateOf(holding, money.convert(holding.usd), money.currency, asOf),
                ...chosenRecipient.give(entry.address_id),
                mode: 'send',
              })}
            >
              <Coin code={asset.code} size={40} />
              <span className={css.recipient}>
                <RecipientLines entry={entry} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
