import type { ReactNode } from 'react';

const path = (d: string): ReactNode => <path d={d} />;

/** 24 px outlines, drawn in the colour of the text around them. */
const icons = {
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
  save: path('M12 4.5v10.5M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14'),
  print: path(
    'M7 9V4.5h10V9M7 15.5H5.5A1.5 1.5 0 0 1 4 14v-3.5A1.5 1.5 0 0 1 5.5 9h13a1.5 1.5 0 0 1 1.5 1.5V14a1.5 1.5 0 0 1-1.5 1.5H17M7 13.5h10v6H7z',
  ),
  swap: path('M5 8.25h13.5M15 4.75l3.5 3.5-3.5 3.5M19 15.75H5.5M9 12.25l-3.5 3.5 3.5 3.5'),
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
  right: path('m9.5 6 6 6-6 6'),
  chev: path('m6 9.5 6 6 6-6'),
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
  alert: path('M12 4.5 21 19.5H3zM12 10.25v4M12 16.9h.01'),
  offline: path(
    'M4 4l16 16M9.7 6.3A5.5 5.5 0 0 1 17.4 10 4 4 0 0 1 20.2 16.4M16.5 18h-9a4.5 4.5 0 0 1-1-8.9',
  ),
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

export type IconName = keyof typeof icons;

interface Props {
  readonly name: IconName;
  /** s is 20 px, xs 16 px; without it 24 px. */
  readonly size?: 's' | 'xs';
}

/** Decorative: what it means stands in words beside it or in its button's label. */
export const Icon = ({ name, size }: Props) => (
  <svg
    className={size ? `i i--${size}` : 'i'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    {icons[name]}
  </svg>
);
