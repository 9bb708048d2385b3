import type { ReactNode } from 'react';
import { Glyph, type GlyphSize, path } from './glyph.tsx';
import { icons } from './icon.tsx';

const pageIcons = {
  ...icons,
  save: path('M12 4.5v10.5M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14'),
  right: path('m9.5 6 6 6-6 6'),
  chev: path('m6 9.5 6 6 6-6'),
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
      <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
    </>
  ),
  exit: path('M10 4.5H7A1.5 1.5 0 0 0 5.5 6v12A1.5 1.5 0 0 0 7 19.5h3M15 8l4 4-4 4M19 12h-9'),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
      <path d="M5.5 15.5a1.5 1.5 0 0 1-1.5-1.5V6a2 2 0 0 1 2-2h8a1.5 1.5 0 0 1 1.5 1.5" />
    </>
  ),
  share: path('M12 15V4M8 7.5 12 3.5l4 4M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6'),
  card: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
      <path d="M3 10h18M7 15h3" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2.5" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  shield: path('m12 3.5 7 2.5v5.5c0 4.3-2.9 7.5-7 9-4.1-1.5-7-4.7-7-9V6zM9 12l2.2 2.2 3.9-4.1'),
  identity: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <circle cx="9" cy="11" r="1.75" />
      <path d="M6 15.5c.5-1.5 1.6-2.2 3-2.2s2.5.7 3 2.2M15 10.5h2.5M15 13.5h2.5" />
    </>
  ),
  book: path(
    'M6.5 4H17a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6.5A1.5 1.5 0 0 1 5 18.5v-13A1.5 1.5 0 0 1 6.5 4zM9 9h6M9 12.5h6',
  ),
  bell: path('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4'),
  device: (
    <>
      <rect x="7" y="3.5" width="10" height="17" rx="2.5" />
      <path d="M11.25 17.5h1.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <path d="m4.5 7.5 7.5 5.5 7.5-5.5" />
    </>
  ),
  scan: path(
    'M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16M8.25 8.25h2.5v2.5h-2.5zM13.25 8.25h2.5v2.5h-2.5zM8.25 13.25h2.5v2.5h-2.5zM13.25 13.25h.01M15.75 15.75h.01',
  ),
  theme: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export type PageIconName = keyof typeof pageIcons;

interface Props {
  readonly name: PageIconName;
  readonly size?: GlyphSize;
}

/** Like `Icon`, with the icons that only some pages show: only those pages load them. */
export const PageIcon = ({ name, size }: Props) => <Glyph size={size}>{pageIcons[name]}</Glyph>;
