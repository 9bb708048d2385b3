import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface Props {
  /** Makes it a region of this name. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A bar that takes more of the screen than this hides what it belongs to. */
const MOST = 1 / 3;

/**
 * The button that continues a task, with what stands in its way. On a phone it stays in view, unless it
 * has grown so high that it lets go and stands below the form (EASE-05).
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
