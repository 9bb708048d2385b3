import { brand } from '#core/brand.ts';
import { install } from '#platform/device/install.ts';
import { setTheme, type Theme } from '#platform/kept/preferences.ts';
import { setShortcutKeys } from '#platform/kept/shortcut-key-choice.ts';
import { useShortcutKeys } from '#ui/actions/use-shortcut-keys.ts';
import { Switch } from '#ui/forms/switch.tsx';
import { useInstallable, useTheme, useWide } from '#ui/hooks/signals.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './profile.module.css';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Preferences, apart from the account's own data. */
export function Preferences() {
  const theme = useTheme();
  const isInstallable = useInstallable();
  const isWide = useWide();
  const hasKeys = useShortcutKeys();
  return (
    <section className="group" aria-labelledby="preferences">
      <h2 id="preferences">Preferences</h2>
      <ul className="card rows">
        <li className={`row ${css.theme}`}>
          <span className="ticon">
            <PageIcon name="theme" />
          </span>
          <b id="theme">Theme</b>
          <fieldset className="seg" aria-labelledby="theme">
            {themes.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={theme === value}
                onClick={() => setTheme(value)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        </li>
        {isWide && (
          <li className={`row ${css.theme}`}>
            <span className="ticon">
              <PageIcon name="device" />
            </span>
            <span>
              <b>Keyboard shortcuts</b>
              <small>Press ? on any page to see them</small>
            </span>
            <Switch label="Use shortcuts" checked={hasKeys} onChange={setShortcutKeys} />
          </li>
        )}
        {isInstallable && (
          <li>
            <button className="row" type="button" onClick={() => void install()}>
              <span className="ticon">
                <PageIcon name="down" />
              </span>
              <span>
                <b>Install {brand.name} on this device</b>
                <small>Opens from your home screen and shows your balances offline</small>
              </span>
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
