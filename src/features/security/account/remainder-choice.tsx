import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { parseUnits } from '#core/money/decimal.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { marketOf } from '#core/money/region.ts';
import css from '#features/security/security.module.css';
import type { Remainder } from '#features/security/security-calls.ts';
import { convertFromUsd, loadForex, rates } from '#transport/money/forex-rates.ts';
import { session } from '#transport/session/session.ts';

interface Props {
  readonly left: Remainder;
  readonly agreed: boolean;
  readonly onAgree: (agreed: boolean) => void;
}

const CENT = '0.01';

/** Its value in the customer's currency; empty while unknown. */
function worth(value: string | undefined, currency: string): string {
  const units = value === undefined ? undefined : parseUnits(value, PRICE_SCALE);
  if (value === undefined || units === undefined) return '';
  const cent = parseUnits(CENT, PRICE_SCALE) ?? 0n;
  return units < cent ? `under ${formatFiat(CENT, currency)}` : formatFiat(value, currency);
}

/** Lists balances that are too small to be withdrawn, and asks the customer to give them up (SEC-05). */
export function RemainderChoice({ left, agreed, onAgree }: Props) {
  const known = useSnapshot(rates);
  const currency = marketOf(useSnapshot(session));
  useEffect(() => void loadForex(), []);
  return (
    <>
      <ul className={css.left} aria-label="Too little to withdraw">
        {left.map(({ currency_id, amount, usd }) => (
          <li key={currency_id} className="line num">
            <span>{formatCrypto(amount, currency_id)}</span>
            <span className="muted">
              {worth(convertFromUsd(usd, currency, known.rates), currency)}
            </span>
          </li>
        ))}
      </ul>
      <p>If you swap it all into one asset first, it may be enough to withdraw.</p>
      <label className="check">
        <input
          type="checkbox"
          checked={agreed}
          onChange={(event) => onAgree(event.target.checked)}
        />
        I give this up. It will not be paid out later.
      </label>
    </>
  );
}
