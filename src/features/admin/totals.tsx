import { type MerchantEntry, merchantTotals, totalText } from '#core/statement/merchant-entry.ts';
import css from './admin.module.css';

interface Props {
  readonly entries: readonly MerchantEntry[];
  /** Whether the totals cover every transaction that the filters match. */
  readonly whole: boolean;
}

/** The totals of the list; it says so if they cover only a part. */
export function Totals({ entries, whole }: Props) {
  const { completed, failed } = merchantTotals(entries);
  const count = entries.length.toLocaleString('en-US');
  const part = whole ? '' : ` of the ${count} loaded`;
  return (
    <div className={css.totals}>
      <dl className={css.sums}>
        <div>
          <dt>Completed{part}</dt>
          <dd className="num" translate="no" data-testid="completed">
            {totalText(completed)}
          </dd>
        </div>
        <div>
          <dt>Failed{part}</dt>
          <dd className="num" translate="no" data-testid="failed">
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
