import { useEffect, useMemo, useState } from 'react';
import type { CostMethod } from '#core/statement/cost-basis.ts';
import type { TaxJournal } from '#core/statement/tax-meaning.ts';
import type { TaxYear } from '#core/statement/tax-rules.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { useMasked } from '#ui/hooks/signals.ts';
import { Unless } from '#ui/marks/mask.tsx';
import { readJournals, TOO_OLD } from './read-journals.ts';
import { reportOf } from './report-of.ts';
import { yearText } from './year-text.ts';

interface Read {
  readonly journals: readonly TaxJournal[];
  readonly money: string;
}

interface Props {
  readonly country: string | undefined;
  readonly method: CostMethod;
  readonly year: TaxYear;
}

/** What the year has come to, without a file (U21): read once, and computed for each year and method chosen. */
export function YearSoFar({ country, method, year }: Props) {
  const isMasked = useMasked();
  const [read, setRead] = useState<Read>();
  const [said, setSaid] = useState('Working out the year’s gain');
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    void readJournals({ to: serverNow() }, { signal, onProgress: () => undefined }).then((told) => {
      if (signal.aborted) return;
      if (!told.ok) return setSaid(failureText(told.failure, 'The year’s gain could not be read.'));
      const { journals, money } = told.value;
      if (money === undefined) setSaid(TOO_OLD);
      else setRead({ journals, money });
    });
    return () => stopping.abort();
  }, []);
  const text = useMemo(
    () =>
      read &&
      yearText(
        year,
        reportOf(read.journals, { country, method, year }).totals,
        read.money,
        serverNow(),
      ),
    [read, country, method, year],
  );
  return (
    <p className="strong" role="status">
      {text === undefined ? said : <Unless masked={isMasked} text={text} />}
    </p>
  );
}
