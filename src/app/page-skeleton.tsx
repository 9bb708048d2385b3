/** Placeholder for a page that is loading; visible only if that takes longer than a moment. */
export const PageSkeleton = () => (
  <div className="stack page-skeleton" aria-busy="true">
    <span className="vh">Loading</span>
    <span className="skel" style={{ width: '40%', height: '2.5rem' }} />
    <span className="skel" style={{ height: '6rem' }} />
    <span className="skel" style={{ height: '12rem' }} />
  </div>
);
