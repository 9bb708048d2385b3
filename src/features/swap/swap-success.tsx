import { useEffect, useRef } from 'react';
import { formatCrypto } from '#core/domain/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { successText } from './confirmation.ts';
import css from './swap.module.css';
import type { SwapSummary } from './swap-state.ts';

interface Props {
  readonly summary: SwapSummary;
  readonly onDone: () => void;
}

/** SWAP-14: the success screen of type “swapped”. */
export function SwapSuccess({ summary, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`card pad stack ${css.outcome}`} data-type="swapped">
      <span className={css.done}>
        <Icon name="check" />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {successText(summary)}
      </h2>
      <dl className="kv num">
        <div>
          <dt>From</dt>
          <dd>{formatCrypto(summary.sourceAmount, summary.source)}</dd>
        </div>
        <div className="total">
          <dt>Received</dt>
          <dd className="pos">+{formatCrypto(summary.targetAmount, summary.target)}</dd>
        </div>
      </dl>
      <Button variant="primary" wide onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
