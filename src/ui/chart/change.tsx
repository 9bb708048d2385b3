import { formatDecimal } from '#core/money/format.ts';

interface Props {
  readonly percent: string;
  /** Over how long, where only a heading shows it. */
  readonly over?: string;
}

/** A market move in percent: in the text's colour with an arrow, never green or red. */
export function Change({ percent, over }: Props) {
  const said = over && <span className="vh"> in {over}</span>;
  const size = formatDecimal(percent.replace(/^-/, ''), 2, 2);
  const flat = !/[1-9]/.test(size);
  const down = percent.startsWith('-');
  if (flat)
    return (
      <span className="chg num" translate="no">
        {size}%{said}
      </span>
    );
  return (
    <span className="chg num" translate="no">
      <svg viewBox="0 0 8 8" aria-hidden="true" focusable="false">
        <path d={down ? 'M4 7 .5 1h7z' : 'M4 1l3.5 6h-7z'} />
      </svg>
      <span className="vh">{down ? 'down ' : 'up '}</span>
      {size}%{said}
    </span>
  );
}
