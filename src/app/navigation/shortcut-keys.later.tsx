import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { commandKeys } from '#platform/device/command-keys.ts';
import { setShortcutKeys } from '#platform/kept/shortcut-key-choice.ts';
import { useShortcutKeys } from '#ui/actions/use-shortcut-keys.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { firstKey, isTaken } from './first-shortcut-key.ts';
import css from './shortcut-keys.module.css';
import { createShortcuts, places } from './shortcuts.ts';

const understand = createShortcuts();

interface HelpProps {
  readonly on: boolean;
  readonly onClose: () => void;
}

const Keys = ({ on, onClose }: HelpProps) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl className={css.keys}>
      {places.map(({ key, name }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>
            <kbd>g</kbd> then <kbd>{key}</kbd>
          </dd>
        </div>
      ))}
      <div>
        <dt>Search on this page</dt>
        <dd>
          <kbd>/</kbd>
        </dd>
      </div>
      <div>
        <dt>Search or do anything</dt>
        <dd>
          <kbd>{commandKeys()}</kbd>
        </dd>
      </div>
      <div>
        <dt>These keys</dt>
        <dd>
          <kbd>?</kbd>
        </dd>
      </div>
    </dl>
    <Switch label="Use these keys" checked={on} onChange={setShortcutKeys} />
    <p className="small muted">They never act while you type. Profile has this switch as well.</p>
  </Dialog>
);

/** EASE-08: single keys for frequent actions; loaded with the first of them. */
export function ShortcutKeys() {
  const isOn = useShortcutKeys();
  const [, go] = useLocation();
  const [helps, setHelps] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const act = (key: string, at: number): boolean => {
      const action = understand(key, at);
      if (!action) return false;
      switch (action.kind) {
        case 'search':
          document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
          break;
        case 'help':
          setHelps(true);
          break;
        case 'go':
          go(action.href);
      }
      return true;
    };
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, isComposing, repeat, timeStamp } = event;
      if (ctrlKey || metaKey || altKey || isComposing || repeat || isTaken(event)) return;
      if (act(key, timeStamp)) event.preventDefault();
    };
    // The key for which this code was loaded.
    const first = firstKey.pressed;
    firstKey.pressed = undefined;
    if (first) act(first.key, first.at);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, go]);
  return helps && <Keys on={isOn} onClose={() => setHelps(false)} />;
}
