import css from './wallet.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The shape of the list while nothing is known yet. */
export function AssetSkeleton() {
  return (
    <div className={`card ${css.late}`} aria-busy="true">
      <p className="vh" role="status">
        Loading your assets
      </p>
      <ul className="rows" aria-hidden="true">
        {ROWS.map((row) => (
          <li key={row}>
            <div className="row">
              <span className={`skel skel--o ${css.skeletonCoin}`} />
              <span className={`skel ${css.skeletonName}`} />
              <span className={`skel ${css.skeletonValue}`} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
