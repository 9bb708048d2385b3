import { type MerchantEntry, merchantTotals, totalText } from '#core/domain/merchant-entry.ts';
import css from './admin.module.css';

interface Props {
  readonly entries: readonly MerchantEntry[];
  /** Whether this is all there is for the filters. */
  readonly whole: boolean;
}

/** What the list comes to; it says so when that is only a part. */
export function Totals({ entries, whole }: Props) {
  const { completed, failed } = merchantTotals(entries);
  return (
    <div className={css.totals}>
      <dl className={css.sums}>
        <div>
          <dt>Completed</dt>
          <dd className="num" data-testid="completed">
            {totalText(completed)}
          </dd>
        </div>
        <div>
          <dt>Failed</dt>
          <dd className="num" data-testid="failed">
            {totalText(failed)}
          </dd>
        </div>
      </dl>
      <p className="cap">
        {whole
          ? `Of all ${entries.length.toLocaleString('en-US')} transactions. Withdrawals are taken off.`
          : `Of the ${entries.length.toLocaleString('en-US')} newest transactions; there are more. Withdrawals are taken off.`}
      </p>
    </div>
  );
}
