import { goBack } from '#app/navigation/navigation.ts';
import { metaOf } from '#app/pages/route-meta.ts';
import { Icon } from '#ui/marks/icon.tsx';

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
