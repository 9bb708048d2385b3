import { brand } from '#core/brand.ts';
import type { Role } from '#core/pages.ts';
import type { InsidePath, ProfilePath, RoutePath } from '#core/routes.ts';
import { ALL_LOST } from '#core/words/codes.ts';
import type { PageIconName } from '#ui/marks/page-icon.tsx';

interface HelpEntry {
  readonly group: 'urgent' | 'complaints';
  readonly href: RoutePath | InsidePath | ProfilePath;
  readonly icon: PageIconName;
  readonly title: string;
  readonly note: string;
}

const isKopa: HelpEntry = {
  group: 'urgent',
  href: '/is-this-kopa',
  icon: 'shield',
  title: `Is this really ${brand.name}?`,
  note: 'Somebody calls or writes and says they are from us',
};

const somebodyElse = (isSignedIn: boolean): HelpEntry => ({
  group: 'urgent',
  href: isSignedIn ? '/profile/security' : '/reset-password',
  icon: 'lock',
  title: 'Somebody else may be using my account',
  note: isSignedIn
    ? 'Security: freeze the account, sign out other devices'
    : 'Choose a new password: it signs out every device',
});

const lostPhone: HelpEntry = {
  group: 'urgent',
  href: '/recover',
  icon: 'device',
  title: ALL_LOST,
  note: 'The way back into your account',
};

const customers: readonly HelpEntry[] = [
  {
    group: 'urgent',
    href: '/waiting',
    icon: 'info',
    title: 'Something takes long',
    note: 'Everything that is held or under way, and by when you hear',
  },
  {
    group: 'urgent',
    href: '/transactions',
    icon: 'list',
    title: 'Something is wrong with a transaction',
    note: 'Open it and choose “Report a problem”: its reference comes along',
  },
  {
    group: 'complaints',
    href: '/requests/new',
    icon: 'info',
    title: 'Send a complaint',
    note: 'We aim to resolve a complaint within 15 business days',
  },
  {
    group: 'complaints',
    href: '/requests',
    icon: 'list',
    title: 'Your requests',
    note: 'What you asked of us, and by when we answer',
  },
];

/** What help leads to, for whoever is there; the command bar finds the same. */
export const helpEntries = (role: Role | undefined): readonly HelpEntry[] => [
  ...(role === 'user' ? [isKopa] : []),
  somebodyElse(role !== undefined),
  lostPhone,
  ...(role === 'user' ? customers : []),
];
