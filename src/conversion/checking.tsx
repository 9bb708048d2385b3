import { formatCrypto } from '#core/domain/format.ts';
import css from './conversion.module.css';
import type { ConversionRules, ConversionSummary } from './rules.ts';

interface Props {
  readonly rules: ConversionRules;
  readonly summary: ConversionSummary | undefined;
  readonly online: boolean;
}

/**
 * Shown when the answer to a confirmation was lost: claims no outcome until the server reports it
 * (BEY-02).
 */
export function Checking({ rules, summary, online }: Props) {
  return (
    <section className={`card pad stack ${css.outcome}`} aria-busy="true">
      <span className="spin" aria-hidden="true" />
      <div role="status">
        <h2>Checking what happened…</h2>
        <p className="muted">
          {summary?.sourceAmount
            ? `The connection was lost while ${formatCrypto(summary.sourceAmount, summary.source)} was being ${rules.participle} ${rules.kind === 'swap' ? 'to' : 'for'} ${summary.target}. `
            : ''}
          It was {rules.kind === 'swap' ? 'exchanged' : 'sold'} once or not at all, and it is never
          sent again automatically.
        </p>
        {!online && <p className="stale">Waiting for the connection to come back.</p>}
      </div>
    </section>
  );
}
