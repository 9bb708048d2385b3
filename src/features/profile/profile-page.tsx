import { useSignals } from '@preact/signals-react/runtime';
import { useSnapshot } from 'valtio/react';
import { brand } from '#core/brand.ts';
import { install, installable } from '#platform/install.ts';
import { setTheme, type Theme, theme } from '#platform/preferences.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Who is signed in, how this device looks, and the way out. */
export function ProfilePage() {
  useSignals();
  const { user } = useSnapshot(session);
  return (
    <section className="card pad stack">
      <p>
        <b>
          {user?.first_name} {user?.last_name}
        </b>
        <br />
        <span className="muted">{user?.email}</span>
      </p>
      <hr />
      <h2 id="theme">Appearance</h2>
      <fieldset className="seg" aria-labelledby="theme">
        {themes.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={theme.value === value}
            onClick={() => setTheme(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <p className="muted small">
        Account details, verification and security are not here yet. We are still building them.
      </p>
      {installable.value && (
        <Button onClick={() => void install()}>Install {brand.name} on this device</Button>
      )}
      <hr />
      <Button onClick={() => void logOut()}>
        <Icon name="exit" size="s" />
        Log out
      </Button>
    </section>
  );
}
