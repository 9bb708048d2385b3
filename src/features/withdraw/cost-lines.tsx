import { formatCrypto } from '#core/money/format.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import type { Costs } from './explain-cost.ts';
import type { WithdrawState } from './withdraw-state.ts';
import { fiatText } from './withdraw-texts.ts';

interface Props {
  readonly state: WithdrawState;
  /** Decimal strings in the asset; undefined while unknown. */
  readonly costs: { readonly [Name in keyof Costs]: string | undefined };
}

const names = {
  amount: 'Recipient gets',
  fee: 'Network fee',
  total: 'Total from your wallet',
} as const;

/** The received amount, the network fee and the total, each with an explanation of how it was computed. */
export function CostLines({ state, costs }: Props) {
  const { amount = '', fee = '', total = '', network = '' } = costs;
  const explain = (figure: keyof typeof names) => async () =>
    (await import('./explain-cost.ts')).explainCost(state, { amount, fee, total, network }, figure);
  const line = (figure: keyof typeof names) => {
    const text = costs[figure];
    return (
      <div className={figure === 'total' ? 'total' : undefined}>
        <dt>{names[figure]}</dt>
        <dd>
          {text === undefined ? (
            '–'
          ) : (
            <>
              <Explained of={explain(figure)} name={names[figure]}>
                {formatCrypto(text, state.asset.code)}
              </Explained>
              <small className="muted">{fiatText(state, text)}</small>
            </>
          )}
        </dd>
      </div>
    );
  };
  return (
    <>
      {line('amount')}
      {line('fee')}
      {line('total')}
    </>
  );
}
