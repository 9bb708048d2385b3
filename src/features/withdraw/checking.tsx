import { formatCrypto } from '#core/domain/format.ts';
import css from './withdraw.module.css';
import type { WithdrawSummary } from './withdraw-deps.ts';

interface Props {
  readonly summary: WithdrawSummary | undefined;
  readonly online: boolean;
}

/** The answer was lost: nothing is claimed until the server has said it (BEY-02). */
export function Checking({ summary, online }: Props) {
  return (
    <section className={`card pad stack ${css.outcome}`} aria-busy="true">
      <span className="spin" aria-hidden="true" />
      <div role="status">
        <h2>Checking what happened…</h2>
        <p className="muted">
          {summary?.amount
            ? `The connection was lost while ${formatCrypto(summary.amount, summary.currency)} was being withdrawn. `
            : ''}
          It was requested once or not at all, and it is never sent again automatically.
        </p>
        {!online && <p className="stale">Waiting for the connection to come back.</p>}
      </div>
    </section>
  );
}
