import type { CSSProperties } from 'react';
import { type Explain, Explained } from './explained.tsx';

interface Props {
  readonly text: string;
  /** How it was computed, if that is more than itself, and what it is. */
  readonly explained?: { readonly of: Explain; readonly name: string };
  readonly className?: string | undefined;
  /** The name by which tests find it. */
  readonly testId?: string;
}

/** The one number of a page, straight on the paper: what follows its point is smaller, and a long one shrinks. */
export function OneNumber({ text, explained, className = '', testId }: Props) {
  const point = text.lastIndexOf('.');
  const shown =
    point < 0 ? (
      text
    ) : (
      <>
        {text.slice(0, point)}
        <small>{text.slice(point)}</small>
      </>
    );
  return (
    <p
      className={`balance num ${className}`}
      translate="no"
      style={{ '--chars': text.length } as CSSProperties}
      data-testid={testId}
    >
      {explained ? (
        <Explained {...explained} text={text}>
          {shown}
        </Explained>
      ) : (
        shown
      )}
    </p>
  );
}
