import { RowSkeletons } from '#ui/feedback/row-skeletons.tsx';
import css from './wallet.module.css';

/** The shape of the newest transactions, which stand beside or below the assets. */
export const RecentFrame = () => (
  <div className={css.recent} aria-hidden="true">
    <div className="card">
      <p className="card__head">Recent activity</p>
      <RowSkeletons count={5} />
    </div>
  </div>
);
