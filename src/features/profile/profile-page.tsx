import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { waitingPurchase } from '#core/carried/profile.ts';
import { leads, sectionLeads } from '#core/page-leads.ts';
import type { Role } from '#core/pages.ts';
import { normalizePath } from '#core/routes.ts';
import { needsSecondFactor, roleOf, session } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { DuneSmall } from '#ui/chart/dune-small.tsx';
import { usePageTitle } from '#ui/hooks/page-title.ts';
import { type Part, PartView } from '#ui/hooks/part.tsx';
import { useWide } from '#ui/hooks/signals.ts';
import { Avatar } from '#ui/marks/avatar.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { LogOutNote } from './log-out-note.tsx';
import { LogOutRow } from './log-out-row.tsx';
import { Preferences } from './preferences.tsx';
import css from './profile.module.css';
import { ProfileList } from './profile-list.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { naming, noneText, placeAt, type Section, sectionPath } from './sections.ts';
import { WayUp } from './way-up.tsx';

export interface Content {
  readonly part: Part;
  /** What is shown while the section's code loads; without it, a plain block. */
  readonly placeholder?: ReactNode;
}

interface Props {
  /**
   * The pages of the sections. Some belong to other features, which this one cannot import, so the app passes
   * them in.
   */
  readonly contents: Readonly<Record<Section, Content>>;
}

const SectionSkeleton = () => (
  <div className="stack page-skeleton" aria-busy="true">
    <span className="vh">Loading</span>
    <span className="skel" style={{ height: '16rem' }} />
  </div>
);

function Identity() {
  const { user } = useSnapshot(session);
  return (
    <div className={css.identity}>
      <Avatar email={user?.email ?? ''} large />
      <p className="grow">
        <b className={css.name}>
          {user?.first_name} {user?.last_name}
        </b>
        <span className="muted small">{user?.email}</span>
      </p>
    </div>
  );
}

interface FrameProps extends Props {
  readonly section: Section;
  readonly role: Role | undefined;
  /** A purchase sent the customer here, so the link up leads back to it. */
  readonly awaited: boolean;
  /** The account must set up a second factor before anything else. */
  readonly setsUp: boolean;
}

function SectionFrame({ contents, section, role, awaited, setsUp }: FrameProps) {
  const { part, placeholder = <SectionSkeleton /> } = contents[section];
  const isWide = useWide();
  usePageTitle(naming[section].title);
  const none = noneText(role, section);
  return (
    <div className={`stack stack--wide ${css.frame}`}>
      {isWide ? (
        <div className={`stack ${css.aside}`}>
          <Identity />
          <ProfileList section={section} role={role} setsUp={setsUp} />
          <LogOutNote />
        </div>
      ) : setsUp ? (
        <button className={`textbtn ${css.back}`} type="button" onClick={() => void logOut()}>
          <PageIcon name="exit" size="s" />
          Log out
        </button>
      ) : (
        <WayUp awaited={awaited} />
      )}
      <div className="stack stack--wide">
        <h1 className="vh-m">{naming[section].title}</h1>
        {none === undefined ? (
          <>
            <p className="muted">{sectionLeads[section]}</p>
            <PartView key={section} part={part} placeholder={placeholder}>
              {isWide && section === 'account' && <Preferences />}
            </PartView>
          </>
        ) : (
          <section className="card empty">
            <DuneSmall />
            <p>{none}</p>
          </section>
        )}
      </div>
    </div>
  );
}

/**
 * The frame of all profile pages: a list of all sections beside them from a tablet on, a menu that leads to pages
 * on a phone.
 */
export function ProfilePage({ contents }: Props) {
  const isWide = useWide();
  const [path] = useLocation();
  const current = useSnapshot(session);
  const role = roleOf(current);
  // A purchase needs the account's fields, so they are shown instead of the menu, on a phone too.
  const awaited = waitingPurchase.read(useHistoryState()) !== undefined;
  const place = placeAt(normalizePath(path).split('/')[2], role, isWide || awaited);
  switch (place.kind) {
    case 'elsewhere':
      return <Redirect to={sectionPath('account')} replace />;
    case 'section':
      return (
        <SectionFrame
          contents={contents}
          section={place.section}
          role={role}
          awaited={awaited}
          setsUp={needsSecondFactor(current)}
        />
      );
    case 'menu':
      return (
        <div className="stack stack--wide">
          {place.heading && <h1 className="vh-m">Profile</h1>}
          <p className="muted">{leads['/profile']}</p>
          <Identity />
          <ProfileMenu role={role} />
          <Preferences />
          <LogOutRow />
        </div>
      );
  }
}
