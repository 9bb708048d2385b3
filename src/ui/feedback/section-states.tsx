import { useOnline } from '#ui/hooks/signals.ts';
import { Icon } from '#ui/marks/icon.tsx';

interface LoadingProps {
  /** Announced, not shown. */
  readonly text: string;
  /** About the height of the content to come. */
  readonly height: string;
}

/** Holds a section's place until the server has answered. */
export const SectionLoading = ({ text, height }: LoadingProps) => (
  <div className="page-skeleton" aria-busy="true">
    <span className="vh" role="status">
      {text}
    </span>
    <span className="skel" style={{ height }} />
  </div>
);

interface FailedProps {
  readonly failure: string | undefined;
  readonly onAgain: () => void;
}

/** Shown if a section's content could not be read. Being offline is not shown as an error. */
export function SectionFailed({ failure, onAgain }: FailedProps) {
  const isOnline = useOnline();
  if (!isOnline) {
    return (
      <div className="banner banner--offline" role="status">
        <Icon name="offline" />
        <p className="grow">You’re offline. This will load when the connection is back.</p>
      </div>
    );
  }
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="alert" />
      <p className="grow">{failure}</p>
      <button className="textbtn" type="button" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}
