import type { Merchant } from '#core/contract/staff/merchant.ts';
import { merchantName } from '#core/statement/merchant-entry.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './admin.module.css';

interface Props {
  readonly merchants: readonly Merchant[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

export const MerchantSelect = ({ merchants, chosen, onChoose }: Props) => (
  <div className={`control ${css.select}`}>
    <select aria-label="Merchant" value={chosen} onChange={(event) => onChoose(event.target.value)}>
      <option value="">Select Merchant</option>
      {merchants.map((merchant) => (
        <option key={merchant.merchant_id} value={merchant.merchant_id}>
          {merchantName(merchant)}
        </option>
      ))}
    </select>
    <PageIcon name="chev" size="s" />
  </div>
);
