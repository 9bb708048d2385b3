import { useEffect, useState } from 'react';
import type { Problems } from '#core/money/saved-address.ts';
import { type DraftName, draftOf, dropDraft, keepDraft } from '#transport/customer/drafts.ts';

/** The form from a draft; fields that the draft does not have stay blank. */
function startingForm<F extends object>(blank: F, draft: unknown): F {
  const typed = Object.entries(Object(draft)).filter(
    ([field, value]) => Object.hasOwn(blank, field) && typeof value === 'string',
  );
  return { ...blank, ...Object.fromEntries(typed) };
}

/**
 * A form of the address book. Its problems are shown after the first attempt to save. What was typed is
 * kept as a draft until it is saved or cancelled (HARD-11).
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
      // The form was open when the page was left, so it opens again when the customer comes back.
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
    /** Deletes the draft, after saving or cancelling. */
    drop: (): void => dropDraft(draft),
  };
}
