import { Component, type ReactNode } from 'react';
import { flowHeld } from '#platform/flow-lock.ts';
import { isMissingPart } from '#platform/missing-part.ts';
import { online } from '#platform/network.ts';
import { visitStorage } from '#platform/storage.ts';
import { Button } from '#ui/button.tsx';
import { pageShown } from './page-shown.ts';

interface Props {
  /** The main heading, for a page that normally draws its own. */
  readonly title: string | undefined;
  readonly children: ReactNode;
}
interface State {
  readonly error: unknown;
}

const RELOADED_KEY = 'kopa-reloaded-for';

/** Identifies this build; at most one reload is tried per build. */
const buildId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=app]')?.content ?? '';

/**
 * If a part of the app is gone from the server after an update, one reload fetches the new version,
 * but never while offline or during a money flow.
 */
async function reloadOnce(): Promise<void> {
  if (!online.peek() || visitStorage.get(RELOADED_KEY) === buildId() || (await flowHeld())) return;
  if (visitStorage.set(RELOADED_KEY, buildId())) location.reload();
}

/** Keeps a failing page from taking the rest of the app down with it. */
export class ErrorPanel extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    pageShown();
    if (isMissingPart(error)) void reloadOnce();
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <>
        {this.props.title && <h1 className="vh">{this.props.title}</h1>}
        <section className="card empty" role="alert">
          <h2>This page did not load</h2>
          <p>Your money is safe. Check your transactions before you repeat anything.</p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </section>
      </>
    );
  }
}
