import { useEffect, useState } from 'react';
import type { Problems } from '#core/domain/saved-address.ts';
import { type DraftName, draftOf, dropDraft, keepDraft } from '#transport/drafts.ts';

/** What was typed into a form before a reload; a field that it does not know stays blank. */
function startingForm<F extends object>(blank: F, draft: unknown): F {
  const typed = Object.entries(Object(draft)).filter(
    ([field, value]) => Object.hasOwn(blank, field) && typeof value === 'string',
  );
  return { ...blank, ...Object.fromEntries(typed) };
}

/**
 * What was typed into a form of the address book; what is wrong with it shows from the first try on.
 * It is kept under `draft` until it is saved or given up (HARD-11).
 */
export function useBookForm<F extends object>(
  draft: DraftName,
  blank: F,
  problemsOf: (form: F) => Problems<F>,
) {
  const [form, setForm] = useState(() => startingForm(blank, draftOf(draft)));
  const [tried, setTried] = useState(false);
  useEffect(
    () => () => {
      const typed = draftOf(draft);
      // The page was left with the form open: it is open again when the customer comes back.
      if (typed !== undefined) keepDraft(draft, typed, true);
    },
    [draft],
  );
  const found = problemsOf(form);
  const problems: Problems<F> = tried ? found : {};
  return {
    form,
    /** The current problem, for a field that shows it while the customer types. */
    found,
    problems,
    set: (change: Partial<F>): void => {
      const next = { ...form, ...change };
      setForm(next);
      keepDraft(draft, next);
    },
    /** Whether it may be saved. */
    check: (): boolean => {
      setTried(true);
      return Object.keys(found).length === 0;
    },
    /** It was saved or given up. */
    drop: (): void => dropDraft(draft),
  };
}
