import { useEffect, useState } from 'react';
import { openCommands } from '#app/commands/command-signal.ts';
import { commandKeys } from '#platform/device/command-keys.ts';
import { Icon } from '#ui/marks/icon.tsx';

/** Opens the command bar: a field with its keys on a desk, a magnifier where there is less room (EYE-12). */
export function SearchButton() {
  // The prerendered page is the same on every device.
  const [keys, setKeys] = useState('Ctrl K');
  useEffect(() => setKeys(commandKeys()), []);
  return (
    <button className="iconbtn cmdk" type="button" aria-haspopup="dialog" onClick={openCommands}>
      <Icon name="search" />
      <span>Search or do</span> <kbd>{keys}</kbd>
    </button>
  );
}
