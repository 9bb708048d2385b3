import { QUICK_FILLS, type QuickFill } from '#core/domain/swap-form.ts';

interface Props {
  readonly disabled: boolean;
  readonly onFill: (percent: QuickFill) => void;
}

export function QuickFills({ disabled, onFill }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own
    <div className="chips chips--fill" role="group" aria-label="Share of balance">
      {QUICK_FILLS.map((percent) => (
        <button
          key={percent}
          className="chip"
          type="button"
          disabled={disabled}
          onClick={() => onFill(percent)}
        >
          {percent}%
        </button>
      ))}
    </div>
  );
}
