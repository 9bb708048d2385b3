import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '#ui/actions/button.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { TaxDialog } from './tax-dialog.tsx';
import { NO_ADVICE } from './tax-table.ts';

/** EYE-12: the tax report where one looks for it. */
export function TaxReportSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <section className="card pad stack" aria-labelledby="tax-report">
        <h2 id="tax-report">The report of a tax year</h2>
        <p>
          You choose the year and the method; the usual one of the country where you pay tax is
          chosen already. It is made as CSV or PDF.
        </p>
        <p className="small muted">{NO_ADVICE}</p>
        <div>
          <Button variant="primary" onClick={() => setOpen(true)}>
            <PageIcon name="save" size="s" />
            Make the report
          </Button>
        </div>
      </section>
      <p className="small">
        Where you pay tax is on <Link href="/profile/verification">Verification</Link>.
      </p>
      {isOpen && <TaxDialog onClose={() => setOpen(false)} />}
    </>
  );
}
