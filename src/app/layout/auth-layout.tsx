import type { ReactNode } from 'react';
import { metaOf } from '#app/pages/route-meta.ts';
import { brand } from '#core/brand.ts';
import type { Role } from '#core/pages.ts';
import { SLOGAN } from '#core/words/titles.ts';
import { useShownTitle } from '#ui/hooks/page-title.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { Icon } from '#ui/marks/icon.tsx';
import css from './auth-layout.module.css';
import { BackButton } from './back-button.tsx';
import { CloseLink, LogoLink } from './corner.tsx';
import { LegalLinks } from './legal-links.tsx';

interface Props {
  readonly path: string;
  /** Set when a visitor resets a forgotten password while still signed in on this device. */
  readonly role: Role | undefined;
  readonly children: ReactNode;
}

/** What the product is: on the panel, or above the sign-in form where there is no panel (EASE-02). */
const about = (
  <>
    <h2>{SLOGAN}</h2>
    <p>
      {brand.name} is a wallet and exchange for crypto-assets, with the rate, every fee and the
      total on one screen before you confirm.
    </p>
  </>
);

/**
 * SHELL-07: from 768 px, a side panel with the content to its right; on narrower screens, the
 * content alone.
 */
export function AuthLayout({ path, role, children }: Props) {
  const isOnline = useOnline();
  const title = useShownTitle() ?? metaOf(path).title;
  return (
    <div className={css.shell}>
      <aside className={css.side} aria-label={`About ${brand.name}`}>
        <LogoLink viewer={role} />
        {about}
        <div className={css.dune} />
      </aside>
      <div className={css.content}>
        <header className={css.top}>
          {path === '/' ? <LogoLink viewer={role} /> : <BackButton path={path} />}
          {!role && <CloseLink />}
          {path === '/' && <div className={css.about}>{about}</div>}
        </header>
        {!isOnline && (
          <p className="banner banner--offline" role="status">
            <Icon name="offline" />
            You’re offline. Signing in needs a connection; the legal pages below open without one.
          </p>
        )}
        <main id="main" tabIndex={-1} aria-label={title} className={css.main}>
          {children}
        </main>
        <LegalLinks />
      </div>
    </div>
  );
}
