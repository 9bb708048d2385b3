import { gcm } from '@noble/ciphers/aes.js';
import { signal } from '@preact/signals-react';
import { get } from 'idb-keyval';
import { ofetch } from 'ofetch';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { useSnapshot } from 'valtio/react';
import { proxy } from 'valtio/vanilla';
import { Route, Switch } from 'wouter';

/** A page with one heading, drawn with the app's libraries: no page that uses them can start sooner. */
const state = proxy({ name: 'Bare' });
const price = signal('');

async function openSealed(): Promise<void> {
  const sealed = v.parse(v.instance(Uint8Array), await get('sealed'));
  price.value = new TextDecoder().decode(gcm(sealed, sealed).decrypt(sealed));
  await ofetch('/', { query: state });
}

const subscribe = (redraw: () => void): (() => void) => price.subscribe(redraw);

function Bare() {
  const shown = useSyncExternalStore(subscribe, () => price.peek());
  const { name } = useSnapshot(state);
  return (
    <h1>
      {name}
      {shown}
      <button type="button" onClick={openSealed}>
        Open
      </button>
    </h1>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the app');
createRoot(root).render(
  <Switch>
    <Route path="/" component={Bare} />
  </Switch>,
);
