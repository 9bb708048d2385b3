import { isCashCode, type KeptCode } from '#core/money/cash.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';

interface Props {
  readonly code: KeptCode;
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
      {!isCashCode(code) && <Coin code={code} size={24} />}
      {code}
      <PageIcon name="chev" size="xs" />
    </button>
  );
}
