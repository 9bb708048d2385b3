// The order is the app's.
import '#ui/kit/tokens.css';
import '#ui/kit/typeface.css';
import '#ui/kit/kit.css';

import { type ComponentType, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { applyPreferences, setTheme } from '#platform/kept/preferences.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { Chips } from '#ui/forms/chips.tsx';
import { useTheme } from '#ui/hooks/signals.ts';
import css from './gallery.module.css';

/** A page of the gallery is a file `<name>-samples.tsx` here, with a component named `Samples`. */
const files = import.meta.glob<ComponentType>('./*-samples.tsx', {
  import: 'Samples',
  eager: true,
});
const pages = new Map(
  Object.entries(files).map(([file, Samples]) => [
    file.replace(/^\.\/|-samples\.tsx$/g, ''),
    Samples,
  ]),
);
const names = [...pages.keys()];
const themes = ['system', 'light', 'dark'] as const;

function useHash(): string {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed);
      return () => window.removeEventListener('hashchange', changed);
    },
    () => location.hash.slice(1),
  );
}

function Gallery() {
  const hash = useHash();
  const name = pages.has(hash) ? hash : (names[0] ?? '');
  const Samples = pages.get(name);
  return (
    <>
      <main className={`page stack ${css.gallery}`}>
        <h1>Kit</h1>
        <Chips label="Theme" options={themes} chosen={useTheme()} onChoose={setTheme} />
        <Chips
          label="Page"
          options={names}
          chosen={name}
          onChoose={(chosen) => {
            location.hash = chosen;
          }}
        />
        {Samples && <Samples />}
      </main>
      <Toaster />
    </>
  );
}

applyPreferences();
const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery />);
