import { useState } from 'react';
import { Later } from '#ui/feedback/later.tsx';
import type { Part } from '#ui/hooks/part.tsx';
import { AsideFrame } from './aside-frame.tsx';

interface Props {
  readonly aside: Part;
  /** Whether the balances are drawn: what stands beside them comes next, without waiting for a touch (EYE-01). */
  readonly ready: boolean;
}

/** Where the content below or beside the balance stands: its shape first, then the content. */
export function AsideSlot({ aside, ready }: Props) {
  const [isMissing, setMissing] = useState(false);
  // Kept while mounted: another component would lose what was opened in it.
  const [View] = useState(aside.view);
  if (View) return <View />;
  if (isMissing) {
    return (
      <p className="muted" role="alert">
        What your money was worth over time could not be loaded.{' '}
        <button className="textbtn" type="button" onClick={() => setMissing(false)}>
          Try again
        </button>
      </p>
    );
  }
  if (!ready) return <AsideFrame />;
  return <Later load={aside.load} soon placeholder={<AsideFrame />} onFailed={setMissing} />;
}
