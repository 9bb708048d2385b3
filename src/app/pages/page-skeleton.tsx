/** Placeholder for a page that is loading; visible only if that takes longer than a moment. */
export const PageSkeleton = () => (
  <div className="stack page-skeleton" aria-busy="true">
    <span className="vh">Loading</span>
    <span className="skel skel--title" />
    <span className="skel skel--card" />
    <span className="skel skel--list" />
  </div>
);
