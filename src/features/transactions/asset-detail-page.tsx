import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { AssetScreen } from './asset-screen.tsx';
import { assetCodeOf } from './asset-state.ts';

export function AssetDetailPage() {
  const state: unknown = useHistoryState();
  const code = assetCodeOf(state);
  return code ? (
    <AssetScreen key={code} code={code} asset={state} />
  ) : (
    <section className="card empty">
      <h2>No asset data found</h2>
      <Link className="btn btn--secondary" href="/">
        Go back to Dashboard
      </Link>
    </section>
  );
}
