import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface Props {
  /** Makes the bar a region with this name. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A bar that covers more of the screen than this hides the form. */
const MOST = 1 / 3;

/**
 * The button that continues a task, with the reason why it is disabled. On a phone the bar stays in view,
 * unless it has grown too high: then it stands below the form (EASE-05).
 */
export function GoBar({ label, children }: Props) {
  const place = useRef<HTMLElement>(null);
  const [isLoose, setLoose] = useState(false);
  useLayoutEffect(() => {
    const bar = place.current;
    if (!bar) return undefined;
    const measure = (): void => setLoose(bar.offsetHeight > window.innerHeight * MOST);
    const watch = new ResizeObserver(measure);
    watch.observe(bar);
    window.addEventListener('resize', measure);
    measure();
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  const Element = label === undefined ? 'div' : 'section';
  return (
    <Element
      ref={(element: HTMLElement | null) => {
        place.current = element;
      }}
      className="go"
      data-loose={isLoose || undefined}
      aria-label={label}
    >
      {children}
    </Element>
  );
}
