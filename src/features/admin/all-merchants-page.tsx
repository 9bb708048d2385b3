import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { leads } from '#core/page-leads.ts';
import { periodNames } from '#core/time/period.ts';
import { Chips } from '#ui/forms/chips.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import css from './admin.module.css';
import { allListing } from './admin-wiring.ts';
import { ListingResults } from './listing-results.tsx';

/** The admin's landing: every merchant's transactions together (D8). */
export function AllMerchantsPage() {
  const isOnline = useOnline();
  const state = useSnapshot(allListing.state);
  useReload(allListing.load);
  return (
    <>
      <div className={`pagehead ${css.head}`}>
        <h1 className="vh-m">Transaction History</h1>
        <Link className="btn btn--sm btn--secondary" href="/admin/transaction-history">
          By merchant
        </Link>
      </div>
      <p className={`muted ${css.lead}`}>{leads['/admin-transactions-history']}</p>
      <div className={css.filters}>
        <Chips
          label="Period"
          options={periodNames}
          chosen={state.period}
          onChoose={(period) => void allListing.setPeriod(period)}
        />
      </div>
      <section aria-label="Results">
        <ListingResults listing={allListing} state={state} online={isOnline} />
      </section>
    </>
  );
}
