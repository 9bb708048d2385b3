import { type ReactNode, useState } from 'react';
import { Later } from '#ui/feedback/later.tsx';
import type { Part } from '#ui/hooks/part.tsx';

interface Props {
  readonly part: Part;
  /** Its shape, until its code is loaded. */
  readonly frame: ReactNode;
  /** What is said if it cannot be loaded. */
  readonly missing: string;
  /** Whether the balances are drawn: what stands around them comes next, without waiting for a touch (EYE-01). */
  readonly ready: boolean;
}

/** Where a part of the wallet stands that is loaded after the balances: its shape first, then the part. */
export function PartSlot({ part, frame, missing, ready }: Props) {
  const [isMissing, setMissing] = useState(false);
  // Kept while mounted: another component would lose what was opened in it.
  const [View] = useState(part.view);
  if (View) return <View />;
  if (isMissing) {
    return (
      <p className="muted" role="alert">
        {missing}{' '}
        <button className="textbtn" type="button" onClick={() => setMissing(false)}>
          Try again
        </button>
      </p>
    );
  }
  if (!ready) return frame;
  return <Later load={part.load} soon placeholder={frame} onFailed={setMissing} />;
}
