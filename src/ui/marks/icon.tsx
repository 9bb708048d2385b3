import type { ReactNode } from 'react';
import { Glyph, type GlyphSize, path } from './glyph.tsx';

/** The icons of the app's frame, the wallet and all forms; `page-icon.tsx` has the complete set. */
export const icons = {
  wallet: path(
    'M4 7.5A2.5 2.5 0 0 1 6.5 5H17a1 1 0 0 1 1 1v2H5.5M4 7.25V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H5M16 13.5h.01',
  ),
  list: path('M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01'),
  user: (
    <>
      <circle cx="12" cy="8.25" r="3.75" />
      <path d="M4.75 19.75c1-3.3 3.8-5.25 7.25-5.25s6.25 1.95 7.25 5.25" />
    </>
  ),
  up: path('M12 19V5M6 11l6-6 6 6'),
  down: path('M12 5v14M6 13l6 6 6-6'),
  swap: path('M5 8.25h13.5M15 4.75l3.5 3.5-3.5 3.5M19 15.75H5.5M9 12.25l-3.5 3.5 3.5 3.5'),
  repeat: path(
    'M5 11V9.5A2.5 2.5 0 0 1 7.5 7H18M15.5 4.5 18 7l-2.5 2.5M19 13v1.5a2.5 2.5 0 0 1-2.5 2.5H6M8.5 19.5 6 17l2.5-2.5',
  ),
  trade: path('M7.75 4.75v6M4.75 7.75h6M13.25 16.25h6M18.5 5.5l-13 13'),
  plus: path('M12 5v14M5 12h14'),
  search: (
    <>
      <circle cx="11" cy="11" r="6.25" />
      <path d="m15.75 15.75 4.25 4.25" />
    </>
  ),
  check: path('m5 12.5 4.5 4.5L19 7.5'),
  left: path('m14.5 6-6 6 6 6'),
  x: path('M6 6l12 12M18 6 6 18'),
  eye: (
    <>
      <path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12z" />
      <circle cx="12" cy="12" r="2.75" />
    </>
  ),
  eyeoff: path(
    'M9.5 6A9.5 9.5 0 0 1 12 5.75c6 0 9.25 6.25 9.25 6.25a16 16 0 0 1-2.5 3.25M6.25 7.75A15 15 0 0 0 2.75 12S6 18.25 12 18.25a9 9 0 0 0 4.25-1.05M4 4l16 16',
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5M12 7.75h.01" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.5 9.75a2.5 2.5 0 1 1 3.6 2.25c-.7.35-1.1.85-1.1 1.75M12 16.25h.01" />
    </>
  ),
  alert: path('M12 4.5 21 19.5H3zM12 10.25v4M12 16.9h.01'),
  offline: path(
    'M4 4l16 16M9.7 6.3A5.5 5.5 0 0 1 17.4 10 4 4 0 0 1 20.2 16.4M16.5 18h-9a4.5 4.5 0 0 1-1-8.9',
  ),
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof icons;

interface Props {
  readonly name: IconName;
  readonly size?: GlyphSize;
}

/** Decorative: the text beside it, or the button's label, has the meaning. */
export const Icon = ({ name, size }: Props) => <Glyph size={size}>{icons[name]}</Glyph>;
