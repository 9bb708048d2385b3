import { Component, type ReactNode, useState } from 'react';
import { pageShown } from '#app/pages/page-shown.ts';
import { PageSkeleton } from '#app/pages/page-skeleton.tsx';
import { visitStorage } from '#platform/kept/storage.ts';
import { flowHeld } from '#platform/page/flow-lock.ts';
import { MissingPart } from '#platform/page/missing-part.ts';
import { onlineNow, reportSilence } from '#platform/page/online.ts';
import { mendApp, repairApp } from '#platform/worker/repair.ts';
import { Button } from '#ui/actions/button.tsx';
import { useOnline } from '#ui/hooks/signals.ts';

interface Props {
  /** The main heading, for a page that normally draws its own. */
  readonly title: string | undefined;
  readonly children: ReactNode;
}
interface State {
  readonly error: unknown;
  /** Whether the one reload of this build is under way. */
  readonly mending: boolean;
}

const RELOADED_KEY = 'kopa-reloaded-for';

/** Identifies this build; at most one reload is tried per build. */
const buildId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=app]')?.content ?? '';

const reloadedBefore = (): boolean => visitStorage.get(RELOADED_KEY) === buildId();

/**
 * If a part of the app is damaged on this device, or gone from the server after an update, mending and
 * one reload bring it, but never while offline or during a money flow. Returns whether it reloads.
 */
async function reloadOnce(): Promise<boolean> {
  if (reloadedBefore() || !(await reportSilence())) return false;
  await mendApp();
  if ((await flowHeld()) || !visitStorage.set(RELOADED_KEY, buildId())) return false;
  location.reload();
  return true;
}

async function tryAgain(): Promise<void> {
  if (onlineNow()) await mendApp();
  location.reload();
}

/** Tells why a page cannot be shown, and what to do. */
function PageFailed({ missing }: { readonly missing: boolean }) {
  const isOnline = useOnline();
  const [busy, setBusy] = useState(false);
  const repair = async (): Promise<void> => {
    setBusy(true);
    if (await repairApp()) location.reload();
    else await reportSilence();
    setBusy(false);
  };
  if (missing && !isOnline) {
    return (
      <>
        <h2>This page is not on your device</h2>
        <p>A file of it is missing or damaged. It can be fetched once you are connected.</p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </>
    );
  }
  return (
    <>
      <h2>This page did not load</h2>
      <p>Your money is safe. Check your transactions before you repeat anything.</p>
      <Button onClick={() => void tryAgain()}>Try again</Button>
      {missing && reloadedBefore() && (
        <Button busy={busy} variant="quiet" onClick={() => void repair()}>
          Repair the app
        </Button>
      )}
    </>
  );
}

/** Keeps a failing page from taking the rest of the app down with it. */
export class ErrorPanel extends Component<Props, State> {
  override state: State = { error: undefined, mending: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, mending: error instanceof MissingPart };
  }

  override componentDidCatch(error: unknown): void {
    pageShown();
    if (error instanceof MissingPart) {
      void reloadOnce().then((reloads) => reloads || this.setState({ mending: false }));
    }
  }

  override render(): ReactNode {
    const { error, mending } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        {this.props.title && <h1 className="vh">{this.props.title}</h1>}
        {mending ? (
          <PageSkeleton />
        ) : (
          <section className="card empty" role="alert">
            <PageFailed missing={error instanceof MissingPart} />
          </section>
        )}
      </>
    );
  }
}
