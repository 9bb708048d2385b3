import type { ReactNode } from 'react';
import { RATE_NOTE } from '#conversion/quote/rate-note.ts';
import { leads, sectionLeads } from '#core/page-leads.ts';
import { ASKING } from '#features/help/contact-texts.ts';
import { answerTexts } from '#features/requests/request-form.ts';
import { PRICE_NOTE } from '#features/trade/price-note.ts';
import { PageSkeleton } from './page-skeleton.tsx';

/** What a page begins with. */
const opening = (lead: string): ReactNode => (
  <div className="stack">
    <p className="muted">{lead}</p>
    <PageSkeleton />
  </div>
);

/** What a page ends with. */
const ending = (note: string): ReactNode => (
  <div className="stack">
    <PageSkeleton />
    <p className="cap">{note}</p>
  </div>
);

const none = (title: string): ReactNode => (
  <div className="card empty" aria-busy="true">
    <h2>{title}</h2>
  </div>
);

/**
 * EASE-10: what of a page needs neither its code nor its data, where that is more than a title: it is in the page's
 * frame, elsewhere a skeleton. For a page that is opened without saying what it is about, under its path with `!` before it.
 */
export const openings: ReadonlyMap<string, ReactNode> = new Map<string, ReactNode>([
  ['skeleton', <PageSkeleton key="skeleton" />],
  ...Object.entries(leads).map(([path, lead]) => [path, opening(lead)] as const),
  ...Object.entries(sectionLeads).map(
    ([section, lead]) => [`/profile/${section}`, opening(lead)] as const,
  ),
  ['/profile/mobile', opening(leads['/profile'])],
  ['/swap', ending(RATE_NOTE)],
  ['/buy-sell', ending(PRICE_NOTE)],
  [
    '/help',
    <div className="sides" key="help">
      <div className="stack stack--wide">
        <section className="card pad stack">
          <h2>Write to us</h2>
          <p>
            Say what happened and what you expected. Never send a password, a code or a recovery
            code: we do not ask for them.
          </p>
        </section>
        <PageSkeleton />
      </div>
    </div>,
  ],
  [
    '/is-this-kopa',
    <div className="sides" key="contact">
      <div className="stack stack--wide">
        <section className="card pad stack">
          <h2>Is Kopa speaking with you now?</h2>
          <p>{ASKING}</p>
        </section>
        <PageSkeleton />
      </div>
    </div>,
  ],
  [
    '/requests/new',
    <div className="stack" key="request">
      <PageSkeleton />
      <div className="card pad">
        <p className="small muted">
          {answerTexts.complaint} Never send a password, a code or a recovery code.
        </p>
      </div>
    </div>,
  ],
  ['!/asset-detail', none('No asset data found')],
  ['!/transaction-detail', none('Transaction not found')],
  ['!/admin/transaction-detail', none('Transaction not found')],
]);
