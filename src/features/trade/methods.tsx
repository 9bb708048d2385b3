export type PaymentMethod = 'card' | 'cash';

interface Props {
  readonly method: PaymentMethod;
  readonly onChange: (method: PaymentMethod) => void;
}

/** The choice between cash and card, in markets whose customers hold cash (BANK-04). */
export const Methods = ({ method, onChange }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own
  <div className="seg" role="group" aria-label="Payment method">
    <button type="button" aria-pressed={method === 'card'} onClick={() => onChange('card')}>
      Debit Card
    </button>
    <button type="button" aria-pressed={method === 'cash'} onClick={() => onChange('cash')}>
      Cash
    </button>
  </div>
);
