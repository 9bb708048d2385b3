import { Icon } from '#ui/icon.tsx';
import { goBack } from './navigation.ts';
import { metaOf } from './route-meta.ts';

export const BackButton = ({ path }: { readonly path: string }) => (
  <button
    className="back"
    type="button"
    aria-label="Back"
    onClick={() => goBack(metaOf(path).parent)}
  >
    <Icon name="left" />
  </button>
);
