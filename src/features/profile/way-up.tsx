import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { assetLink } from '#core/domain/asset-link.ts';
import { PageIcon } from '#ui/page-icon.tsx';

/** `awaited`: a purchase sent the customer here, so it leads back to that. */
export const UpLink = ({ awaited }: { readonly awaited: boolean }) => (
  <Link
    className="back"
    aria-label={awaited ? 'Back to Buy or sell' : 'Back to profile'}
    {...(awaited ? assetLink('/buy-sell', undefined) : { href: '/profile' })}
  >
    <PageIcon name="left" />
  </Link>
);

/** Puts the link into the bar, in the mark's place: one kind of head on every page of a phone (EASE-11). */
export function WayUp({ awaited }: { readonly awaited: boolean }) {
  const [bar, setBar] = useState<Element | null>(null);
  // Before it is painted: the mark is never seen first.
  useLayoutEffect(() => setBar(document.querySelector('.hdr__up')), []);
  return bar && createPortal(<UpLink awaited={awaited} />, bar);
}
