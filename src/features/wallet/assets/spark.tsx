import { memo } from 'react';
import { sparkPath } from '#features/wallet/wallet-view.ts';

const WIDTH = 69.5;
const HEIGHT = 21;

/** Seven days of prices as a line; decorative, as the numbers stand beside it. */
export const Spark = memo(function Spark({ prices }: { prices: readonly string[] }) {
  const line = sparkPath(prices, WIDTH, HEIGHT);
  return (
    <svg
      className="spark"
      viewBox="0 -3.5 72 28"
      preserveAspectRatio="xMaxYMid"
      aria-hidden="true"
      focusable="false"
    >
      {line && (
        <>
          <path d={line.path} />
          <circle cx={line.end.x} cy={line.end.y} r="2.5" />
        </>
      )}
    </svg>
  );
});
