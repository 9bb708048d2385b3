import { BANK_ARRIVAL, type CashCode } from '#core/money/cash.ts';
import { formatFiat } from '#core/money/format.ts';
import { Explained } from '#ui/feedback/explained.tsx';

/** Decimal strings; undefined while unknown. */
interface Props {
  readonly code: CashCode;
  readonly amount: string | undefined;
  readonly fee: string | undefined;
  readonly total: string | undefined;
}

const names = { fee: 'Fee', total: 'Total from your cash' } as const;

/** The received amount, the fee, and the time of arrival (BANK-05). */
export function CostLines({ code, amount, fee, total }: Props) {
  const money = (text: string | undefined) => (text === undefined ? '–' : formatFiat(text, code));
  const explained = (figure: 'fee' | 'total', text: string | undefined) => {
    if (text === undefined || fee === undefined) return money(text);
    const explain = async () =>
      (await import('./explain-cost.ts')).explainCost(figure, { code, amount: amount ?? '0', fee });
    return (
      <Explained of={explain} name={names[figure]}>
        {money(text)}
      </Explained>
    );
  };
  return (
    <dl className="kv num">
      <div>
        <dt>You get</dt>
        <dd translate="no">{money(amount)}</dd>
      </div>
      <div>
        <dt>Fee</dt>
        <dd translate="no">{explained('fee', fee)}</dd>
      </div>
      <div>
        <dt>Arrives</dt>
        <dd>{BANK_ARRIVAL}</dd>
      </div>
      <div className="total">
        <dt>Total from your cash</dt>
        <dd translate="no">{explained('total', total)}</dd>
      </div>
    </dl>
  );
}
