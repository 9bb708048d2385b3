import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { assetCodeOf } from '#core/carried/asset-link.ts';
import { findAsset } from '#core/money/currencies.ts';
import { usePageTitle } from '#ui/hooks/page-title.ts';
import { AssetScreen } from './asset-screen.tsx';

export function AssetDetailPage() {
  const state: unknown = useHistoryState();
  const code = assetCodeOf(state);
  usePageTitle(code && (findAsset(code)?.name ?? code));
  return code ? (
    <AssetScreen key={code} code={code} asset={Object(state)} />
  ) : (
    <section className="card empty">
      <h2>No asset data found</h2>
      <Link className="btn btn--secondary" href="/">
        Go back to Dashboard
      </Link>
    </section>
  );
}
