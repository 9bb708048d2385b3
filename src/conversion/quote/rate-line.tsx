import { useState } from 'react';
import css from '#conversion/conversion.module.css';
import type { ConversionSummary } from '#conversion/rules.ts';
import { rateText } from '#core/money/rate-text.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import { Icon } from '#ui/marks/icon.tsx';

interface Props {
  readonly summary: ConversionSummary;
  /** The rate from source to target in the server's own words, if known. */
  readonly rate?: string;
}

/** The rate of a quote or of what was exchanged; a press turns it round (EASE-04). */
export function RateLine({ summary, rate }: Props) {
  const [isTurned, setTurned] = useState(false);
  const source = { amount: summary.sourceAmount, currency: summary.source };
  const target = { amount: summary.targetAmount, currency: summary.target };
  const text = isTurned ? rateText(target, source) : (rate ?? rateText(source, target));
  const explain = async () => (await import('./explain-quote.ts')).explainRate(summary, isTurned);
  return (
    <span className={css.rate}>
      <button
        className={css.rate}
        type="button"
        aria-label={`${text}. Turn the rate round`}
        onClick={() => setTurned(!isTurned)}
      >
        {text}
        <Icon name="swap" size="s" />
      </button>
      <Explained of={explain} name="How the rate is worked out">
        <Icon name="info" size="s" />
      </Explained>
    </span>
  );
}
