import { session } from '#transport/session/session.ts';
import css from './security.module.css';

/** The rows that everybody has, by the names of their groups. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Signing in': ['Email address', 'Password', 'Two-factor authentication'],
  Passkeys: ['Add a passkey'],
  'Emails from us': ['Anti-phishing code'],
  'This device': ['App lock'],
};

const Rows = ({ of }: { readonly of: readonly string[] }) => (
  <div className="card rows">
    {of.map((row) => (
      <div className="row" key={row}>
        <span className={`skel skel--o ${css.boneIcon}`} />
        <span className={css.boneLines}>
          <span className="skel" />
          <span className="skel" />
        </span>
      </div>
    ))}
  </div>
);

/** The placeholder of the Security section, which is read from the server every time. */
export const SecuritySkeleton = () => (
  <div className="stack stack--wide" aria-busy="true">
    <span className="vh" role="status">
      Loading your security settings
    </span>
    {session.user?.role === 'user' && (
      <Rows of={['Security check-up', 'Is this really Kopa?', 'Freeze account']} />
    )}
    {Object.entries(groups).map(([group, rows]) => (
      <div key={group}>
        <span className={`skel ${css.boneHead}`} />
        <Rows of={rows} />
      </div>
    ))}
  </div>
);
