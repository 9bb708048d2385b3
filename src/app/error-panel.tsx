import { Component, type ReactNode } from 'react';
import { flowHeld } from '#platform/flow-lock.ts';
import { isMissingPart } from '#platform/missing-part.ts';
import { online } from '#platform/network.ts';
import { visitStorage } from '#platform/storage.ts';
import { Button } from '#ui/button.tsx';
import { pageShown } from './page-shown.ts';

interface Props {
  /** The first heading of a page that would have drawn it itself. */
  readonly title: string | undefined;
  readonly children: ReactNode;
}
interface State {
  readonly error: unknown;
}

const RELOADED_KEY = 'kopa-reloaded-for';

/** The addresses of this build's parts: one reload for each build is tried, not more. */
const buildId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=app]')?.content ?? '';

/**
 * A part of the app that is gone from the server after an update is fetched by one reload, but never
 * without a connection or under a money flow.
 */
async function reloadOnce(): Promise<void> {
  if (!online.peek() || visitStorage.get(RELOADED_KEY) === buildId() || (await flowHeld())) return;
  if (visitStorage.set(RELOADED_KEY, buildId())) location.reload();
}

/** Keeps a page that fails from taking the rest of the app with it. */
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
