import { onShownAgain } from './put-aside.ts';

/**
 * Held while the customer is in the middle of something that a reload would break: a live quote, a
 * payment form, a withdrawal's review, a half-filled form. All tabs hold it as a shared lock, and
 * it ends with its tab, however the tab ends. An update needs it exclusively, or waits.
 */
export const FLOW_LOCK = 'kopa-money-flow';
const namePrefix = `${FLOW_LOCK}:`;

interface Flow {
  readonly name: string;
  readonly released: Promise<void>;
}

/** This tab's flows. */
const here = new Set<Flow>();

/** What to run once this tab is in no flow. */
const afterwards = new Set<() => void>();

/** Whether the browser can tell what other tabs are doing. Where it cannot, an update only asks. */
export const knowsOtherTabs = (): boolean =>
  typeof navigator !== 'undefined' && navigator.locks !== undefined;

function lock({ name, released }: Flow): void {
  if (!knowsOtherTabs()) return;
  const shared = { mode: 'shared' } as const;
  // The second lock only carries the name to the other tabs.
  navigator.locks
    .request(FLOW_LOCK, shared, () =>
      navigator.locks.request(namePrefix + name, shared, () => released),
    )
    .catch(() => undefined);
}

// WebKit takes the locks of a page that is put aside away, silently.
onShownAgain(() => here.forEach(lock));

/** Holds updates off until the returned function is called; calling it again does no harm. */
export function holdFlow(name: string): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const flow = { name, released };
  here.add(flow);
  lock(flow);
  return () => {
    release();
    here.delete(flow);
    if (here.size > 0) return;
    const runs = [...afterwards];
    afterwards.clear();
    for (const run of runs) run();
  };
}

/** Whether this tab is in a flow, known at once. */
export const flowHere = (): boolean => here.size > 0;

/** Runs something now, or as soon as this tab is in no flow; the returned function cancels it. */
export function whenNoFlow(run: () => void): () => void {
  if (flowHere()) afterwards.add(run);
  else run();
  return () => afterwards.delete(run);
}

/** Names of the flows under way in all tabs, or only in this one where the browser has no locks. */
export async function flowNames(): Promise<readonly string[]> {
  const names = [...here].map(({ name }) => name);
  if (knowsOtherTabs()) {
    const { held = [] } = await navigator.locks.query();
    for (const { name } of held) {
      if (name?.startsWith(namePrefix)) names.push(name.slice(namePrefix.length));
    }
  }
  return [...new Set(names)];
}

/** Whether any tab is in a flow. */
export const flowHeld = async (): Promise<boolean> => (await flowNames()).length > 0;
