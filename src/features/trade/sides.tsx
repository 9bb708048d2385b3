export type TradeSide = 'buy' | 'sell';

interface Props {
  readonly side: TradeSide;
  readonly onChange: (side: TradeSide) => void;
}

export const Sides = ({ side, onChange }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own
  <div className="seg" role="group" aria-label="Side">
    <button type="button" aria-pressed={side === 'buy'} onClick={() => onChange('buy')}>
      Buy
    </button>
    <button type="button" aria-pressed={side === 'sell'} onClick={() => onChange('sell')}>
      Sell
    </button>
  </div>
);
