import { RowSkeletons } from '#ui/row-skeletons.tsx';
import css from './wallet.module.css';

/** The shape of the list while nothing is known yet. */
export const AssetSkeleton = () => (
  <RowSkeletons count={6} label="Loading your assets" className={css.late} />
);
