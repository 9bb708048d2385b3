import { formatDecimal } from '#core/money/format.ts';

/** A market move in percent: in the text's colour with an arrow, never green or red. */
export function Change({ percent }: { percent: string }) {
  const size = formatDecimal(percent.replace(/^-/, ''), 2, 2);
  const flat = !/[1-9]/.test(size);
  const down = percent.startsWith('-');
  if (flat)
    return (
      <span className="chg num" translate="no">
        {size}%
      </span>
    );
  return (
    <span className="chg num" translate="no">
      <svg viewBox="0 0 8 8" aria-hidden="true" focusable="false">
        <path d={down ? 'M4 7 .5 1h7z' : 'M4 1l3.5 6h-7z'} />
      </svg>
      <span className="vh">{down ? 'down ' : 'up '}</span>
      {size}%
    </span>
  );
}
