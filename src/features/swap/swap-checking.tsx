import { formatCrypto } from '#core/domain/format.ts';
import css from './swap.module.css';
import type { SwapSummary } from './swap-state.ts';

interface Props {
  readonly summary: SwapSummary | undefined;
  readonly online: boolean;
}

/** The answer to a confirmation was lost: nothing is claimed until the server has said it (BEY-02). */
export function SwapChecking({ summary, online }: Props) {
  return (
    <section className={`card pad stack ${css.outcome}`} aria-busy="true">
      <span className="spin" aria-hidden="true" />
      <div role="status">
        <h2>Checking what happened…</h2>
        <p className="muted">
          {summary
            ? `The connection was lost while ${formatCrypto(summary.sourceAmount, summary.source)} was being swapped to ${summary.target}. `
            : ''}
          It was exchanged once or not at all, and it is never sent again by itself.
        </p>
        {!online && <p className="stale">Waiting for the connection to come back.</p>}
      </div>
    </section>
  );
}
