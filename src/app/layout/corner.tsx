import { Link } from 'wouter';
import { brand } from '#core/brand.ts';
import type { Role } from '#core/pages.ts';
import { normalizePath } from '#core/routes.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { Logo } from '#ui/marks/logo.tsx';

/** SHELL-11: the logo leads signed-in customers to the wallet, others to the company's website. */
export const LogoLink = ({ viewer }: { readonly viewer: Role | undefined }) =>
  viewer ? (
    <Link className="hdr__logo" href="/wallet" aria-label={`${brand.name}, wallet`}>
      <Logo />
    </Link>
  ) : (
    <a
      className="hdr__logo"
      href={brand.website}
      target="_blank"
      rel="noreferrer"
      aria-label={`${brand.name} website, opens in a new tab`}
    >
      <Logo />
    </a>
  );

interface HelpLinkProps {
  readonly path: string;
  /** Only on small screens, where the page's header replaces the app's. */
  readonly narrow?: boolean;
}

/** EASE-03: help is one touch away; the help page itself needs no way to it. */
export const HelpLink = ({ path, narrow = false }: HelpLinkProps) =>
  normalizePath(path) === '/help' ? null : (
    <Link className={narrow ? 'iconbtn only-m' : 'iconbtn'} href="/help" aria-label="Help">
      <Icon name="help" />
    </Link>
  );

/** SHELL-11: the way out for visitors who are not signed in. */
export const CloseLink = () => (
  <a
    className="iconbtn"
    href={brand.website}
    target="_blank"
    rel="noreferrer"
    aria-label={`Close: opens the ${brand.name} website in a new tab`}
  >
    <Icon name="x" />
  </a>
);
