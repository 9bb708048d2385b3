import { useState } from 'react';
import type { Problems } from '#core/domain/saved-address.ts';

/** What was typed into a form of the address book; what is wrong with it shows from the first try on. */
export function useBookForm<F extends object>(blank: F, problemsOf: (form: F) => Problems<F>) {
  const [form, setForm] = useState(blank);
  const [tried, setTried] = useState(false);
  const found = problemsOf(form);
  const problems: Problems<F> = tried ? found : {};
  return {
    form,
    /** What is wrong by now, for a field that says it as it is typed. */
    found,
    problems,
    set: (change: Partial<F>): void => setForm({ ...form, ...change }),
    /** Whether it may be saved. */
    check: (): boolean => {
      setTried(true);
      return Object.keys(found).length === 0;
    },
  };
}
