import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { onReconnected } from '#platform/page/on-return.ts';
import { fetchInTime } from '#platform/time/deadline.ts';
import { Button } from '#ui/actions/button.tsx';
import { DuneSmall } from '#ui/chart/dune-small.tsx';
import { usePageTitle } from '#ui/hooks/page-title.ts';
import { PageSkeleton } from './page-skeleton.tsx';

/** What the server knows about an address that this version of the app does not have. */
type Existence = 'nothing' | 'newer' | 'unknown';

/** After this long the page says that it does not know. */
const PATIENCE_MS = 10_000;

async function askServer(): Promise<Existence> {
  try {
    const asked = { method: 'HEAD', cache: 'no-store' } as const;
    const { status } = await fetchInTime(location.pathname, asked, PATIENCE_MS);
    return status === 200 ? 'newer' : 'nothing';
  } catch {
    return 'unknown';
  }
}

const texts: Readonly<Record<Existence, readonly [title: string, text: string]>> = {
  nothing: [
    'There is nothing at this address',
    'The page may have moved, or the link may be mistyped. Your money is not affected.',
  ],
  newer: [
    'This page is in a newer version of the app',
    'Load it to open this address. Your money is not affected.',
  ],
  unknown: [
    'This page needs a connection',
    'The app on this device does not know this address. A newer version may: try again once you are connected.',
  ],
};

/**
 * The app on the device may be older than the server, so only the server can tell that a page does not exist.
 */
export function NotFound() {
  const [found, setFound] = useState<Existence>();
  const ask = useCallback(() => void askServer().then(setFound), []);
  useEffect(ask, [ask]);
  useEffect(() => onReconnected(ask), [ask]);
  usePageTitle(found === 'nothing' ? undefined : 'Page');
  if (!found) return <PageSkeleton />;
  const [title, text] = texts[found];
  return (
    <section className="card empty">
      <DuneSmall />
      <h2>{title}</h2>
      <p>{text}</p>
      {found === 'newer' && (
        <Button variant="primary" onClick={() => location.reload()}>
          Load the new version
        </Button>
      )}
      {found === 'unknown' && (
        <Button variant="primary" onClick={ask}>
          Try again
        </Button>
      )}
      <Link className={`btn btn--${found === 'nothing' ? 'primary' : 'quiet'}`} href="/">
        Go to the home page
      </Link>
    </section>
  );
}
