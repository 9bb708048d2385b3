import css from '#features/wallet/wallet.module.css';
import { RowSkeletons } from '#ui/feedback/row-skeletons.tsx';

/** The shape of the list while nothing is known yet. */
export const AssetSkeleton = () => (
  <RowSkeletons count={8} label="Loading your assets" className={`${css.late} ${css.bare}`} />
);
