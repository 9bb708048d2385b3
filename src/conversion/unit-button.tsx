import type { AssetCode } from '#core/domain/currencies.ts';
import { Coin } from '#ui/coin.tsx';
import { PageIcon } from '#ui/page-icon.tsx';

interface Props {
  readonly code: AssetCode;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** Shows the asset of one side and opens its picker. */
export function UnitButton({ code, disabled, onClick }: Props) {
  return (
    <button
      className="unit"
      type="button"
      aria-label={`${code}, change asset`}
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={onClick}
    >
      <Coin code={code} size={24} />
      {code}
      <PageIcon name="chev" size="xs" />
    </button>
  );
}
