import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { navItemOf } from '#app/pages/route-meta.ts';
import type { NavItem, Role } from '#core/pages.ts';
import { landing, type RoutePath } from '#core/routes.ts';
import { session } from '#transport/session/session.ts';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Icon, type IconName } from '#ui/marks/icon.tsx';

interface Props {
  readonly path: string;
  readonly role: Role;
}

const historyOf = (role: Role): RoutePath => (role === 'user' ? '/transactions' : landing[role]);

const historyText = (role: Role): string => (role === 'compliance' ? 'Desk' : 'Transactions');

const current = (path: string, item: NavItem) =>
  navItemOf(path) === item ? ('page' as const) : undefined;

/** SHELL-08, SHELL-12: the header's links. An admin has no wallet. */
export const MainNav = ({ path, role }: Props) => (
  <nav className="nav" aria-label="Main">
    {role === 'user' && (
      <Link href="/wallet" aria-current={current(path, 'wallet')}>
        Wallet
      </Link>
    )}
    <Link href={historyOf(role)} aria-current={current(path, 'transactions')}>
      {historyText(role)}
    </Link>
  </nav>
);

/** SHELL-10: the bar at the bottom of small screens. */
export function TabBar({ path, role }: Props) {
  const items: readonly { to: RoutePath; label: string; item: NavItem; icon: IconName }[] = [
    ...(role === 'user'
      ? [{ to: '/wallet', label: 'Wallet', item: 'wallet', icon: 'wallet' } as const]
      : []),
    { to: historyOf(role), label: historyText(role), item: 'transactions', icon: 'list' },
    { to: '/profile/mobile', label: 'Profile', item: 'profile', icon: 'user' },
  ];
  return (
    <nav className="tabbar" aria-label="Main">
      {items.map(({ to, label, item, icon }) => (
        <Link key={item} href={to} aria-current={current(path, item)}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The link to the profile, shown as the first letter of the customer's e-mail address. */
export function ProfileLink() {
  const { user } = useSnapshot(session);
  return (
    <Link className="iconbtn hdr__me" href="/profile">
      <Avatar email={user?.email ?? ''} />
      <span className="vh">Profile</span>
    </Link>
  );
}
