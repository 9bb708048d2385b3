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
  const count = entries.length.toLocaleString('en-US');
  const part = whole ? '' : ` of the ${count} loaded`;
  return (
    <div className={css.totals}>
      <dl className={css.sums}>
        <div>
          <dt>Completed{part}</dt>
          <dd className="num" data-testid="completed">
            {totalText(completed)}
          </dd>
        </div>
        <div>
          <dt>Failed{part}</dt>
          <dd className="num" data-testid="failed">
            {totalText(failed)}
          </dd>
        </div>
      </dl>
      <p className="cap">
        {whole
          ? `All ${count} transactions. Withdrawals are subtracted.`
          : 'Older transactions are not counted yet. Withdrawals are subtracted.'}
      </p>
    </div>
  );
}
