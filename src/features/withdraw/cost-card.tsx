import css from '#withdrawal/steps.module.css';
import { CostLines } from './cost-lines.tsx';
import type { WithdrawState } from './withdraw-state.ts';

/** Decimal strings in the asset; undefined while unknown. */
interface Props {
  readonly state: WithdrawState;
  readonly network: string | undefined;
  /** What the recipient receives. */
  readonly amount: string | undefined;
  readonly fee: string | undefined;
  readonly total: string | undefined;
}

/** The costs of a withdrawal, shown while the amount is typed. */
export const CostCard = ({ state, ...costs }: Props) => (
  <section className={`card pad stack ${css.facts}`} aria-label="Cost">
    <dl className="kv num">
      <CostLines state={state} costs={costs} />
    </dl>
  </section>
);
