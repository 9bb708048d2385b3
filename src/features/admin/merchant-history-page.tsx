import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { operator } from '#core/operator.ts';
import { leads } from '#core/page-leads.ts';
import { defaultMerchant, merchantName } from '#core/statement/merchant-entry.ts';
import { periodNames } from '#core/time/period.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { csvCountryOf } from '#transport/customer/csv-style.ts';
import { session } from '#transport/session/session.ts';
import { ExportMenu } from '#ui/actions/export-menu.tsx';
import { Chips } from '#ui/forms/chips.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import css from './admin.module.css';
import { merchantListing } from './admin-wiring.ts';
import { exportMerchant } from './export-merchant.ts';
import { ErrorBanner, ListingResults } from './listing-results.tsx';
import { MerchantSelect } from './merchant-select.tsx';
import { merchants } from './merchants-state.ts';

/** One merchant's transactions, and their export. */
export function MerchantHistoryPage() {
  const isOnline = useOnline();
  const current = useSnapshot(session);
  const { timeZone } = current;
  const { data: list, failure } = useSnapshot(merchants.known);
  const state = useSnapshot(merchantListing.state);
  /** The administrator cleared the choice, so none is made automatically. */
  const [none, setNone] = useState(false);
  const chosen = list?.find(({ merchant_id }) => merchant_id === state.merchant);

  const reload = useCallback(() => {
    void merchants.anew();
    if (merchantListing.state.merchant) void merchantListing.load();
  }, []);
  useReload(reload);

  useEffect(() => {
    if (none || state.merchant || !list) return;
    const first = defaultMerchant(list, operator.defaultMerchant);
    if (first) void merchantListing.choose(first.merchant_id);
  }, [none, state.merchant, list]);

  const choose = (id: string): void => {
    setNone(id === '');
    if (id) void merchantListing.choose(id);
    else merchantListing.leave();
  };

  return (
    <>
      <p className={`muted ${css.lead}`}>{leads['/admin/transaction-history']}</p>
      <div className={css.filters}>
        <div className={css.whose}>
          <MerchantSelect merchants={list ?? []} chosen={state.merchant} onChoose={choose} />
          <ExportMenu
            of={`${state.merchant} ${state.period}`}
            country={csvCountryOf(current)}
            disabledReason={isOnline ? undefined : 'An export needs a connection.'}
            onExport={(format, options) =>
              exportMerchant(
                format,
                {
                  merchantId: state.merchant,
                  merchant: chosen ? merchantName(chosen) : '',
                  period: state.period,
                  timeZone,
                  now: serverNow(),
                },
                options,
              )
            }
          />
        </div>
        <Chips
          label="Period"
          options={periodNames}
          chosen={state.period}
          onChoose={(period) => void merchantListing.setPeriod(period)}
        />
      </div>
      {!list && failure !== undefined && isOnline && (
        <ErrorBanner text="Failed to load merchants" onRetry={() => void merchants.anew()} />
      )}
      <section aria-label="Results">
        {state.merchant || (!list && failure === undefined) || !isOnline ? (
          <ListingResults
            listing={merchantListing}
            state={state}
            online={isOnline}
            merchant={chosen ? merchantName(chosen) : ''}
          />
        ) : (
          list && (
            <p className="card empty" role="status">
              Please select a merchant to view transactions.
            </p>
          )
        )}
      </section>
    </>
  );
}
