import { type ComponentType, useEffect, useState } from 'react';
import { holdsNothing } from '#core/statement/portfolio.ts';
import { part } from '#ui/hooks/part.tsx';
import { wallet } from './wallet-wiring.ts';

/** Loaded on demand: only a wallet without money has them. */
const firstSteps = part(async () => (await import('./first-steps.tsx')).FirstSteps);

/** Loads the code of the steps ahead of the page. */
export async function loadStepsIfBare(): Promise<void> {
  const { status, entries } = wallet.state;
  if (status === 'ready' && holdsNothing(entries)) await firstSteps.load().catch(() => undefined);
}

/** The first steps of a customer without money; undefined while they load, null where they did not load. */
export function useFirstSteps(isBare: boolean): ComponentType | null | undefined {
  const [view, setView] = useState<ComponentType | null | undefined>(firstSteps.view);
  useEffect(() => {
    if (!isBare || view !== undefined) return;
    let gone = false;
    firstSteps.load().then(
      (loaded) => gone || setView(() => loaded),
      () => gone || setView(null),
    );
    return () => {
      gone = true;
    };
  }, [isBare, view]);
  return view;
}
