import type { ReactNode } from 'react';

/** `s` is 20 px, `xs` 16 px; undefined is 24 px. */
export type GlyphSize = 's' | 'xs' | undefined;

interface Props {
  readonly size: GlyphSize;
  readonly children: ReactNode;
}

export const path = (d: string): ReactNode => <path d={d} />;

/** A 24 px outline, drawn in the colour of the text around it. */
export const Glyph = ({ size, children }: Props) => (
  <svg
    className={size ? `i i--${size}` : 'i'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);
