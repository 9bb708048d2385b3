import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { assetLink } from '#core/carried/asset-link.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';

/** A link up to the profile, or if `awaited`, back to the purchase that sent the customer here. */
export const UpLink = ({ awaited }: { readonly awaited: boolean }) => (
  <Link
    className="back"
    aria-label={awaited ? 'Back to Buy or sell' : 'Back to profile'}
    {...(awaited ? assetLink('/buy-sell', undefined) : { href: '/profile' })}
  >
    <PageIcon name="left" />
  </Link>
);

/**
 * Puts the link in the header bar in place of the logo, so that every page of a phone has the same header
 * (EASE-11).
 */
export function WayUp({ awaited }: { readonly awaited: boolean }) {
  const [bar, setBar] = useState<Element | null>(null);
  // A layout effect runs before the browser paints, so the logo does not show first.
  useLayoutEffect(() => setBar(document.querySelector('.hdr__up')), []);
  return bar && createPortal(<UpLink awaited={awaited} />, bar);
}
