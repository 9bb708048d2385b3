import { BANK_ARRIVAL, type CashCode } from '#core/domain/cash.ts';
import { formatFiat } from '#core/domain/format.ts';

/** Decimal strings; undefined while one is not known. */
interface Props {
  readonly code: CashCode;
  readonly amount: string | undefined;
  readonly fee: string | undefined;
  readonly total: string | undefined;
}

/** What arrives, what it costs, and when (BANK-05). */
export function CostLines({ code, amount, fee, total }: Props) {
  const money = (text: string | undefined) => (text === undefined ? '–' : formatFiat(text, code));
  return (
    <dl className="kv num">
      <div>
        <dt>You get</dt>
        <dd>{money(amount)}</dd>
      </div>
      <div>
        <dt>Fee</dt>
        <dd>{money(fee)}</dd>
      </div>
      <div>
        <dt>Arrives</dt>
        <dd>{BANK_ARRIVAL}</dd>
      </div>
      <div className="total">
        <dt>Total from your cash</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  );
}
