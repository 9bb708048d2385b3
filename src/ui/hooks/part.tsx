import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { isMissingStyle, MissingPart } from '#platform/page/missing-part.ts';

/** A part of the app whose code is loaded when it is first shown, or ahead of that. */
export interface Part {
  /** The component, if its code is already loaded. */
  readonly view: () => ComponentType | undefined;
  readonly load: () => Promise<ComponentType>;
}

export function part(load: () => Promise<ComponentType>): Part {
  let view: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  return {
    view: () => view,
    load: () => {
      loading ??= load().then(
        (loaded: ComponentType | undefined) => {
          // An empty file is a module without the component.
          if (!loaded) throw new MissingPart(undefined);
          view = loaded;
          return loaded;
        },
        (error: unknown) => {
          // If its styles failed, a retry would draw it without them: only reloading the app helps.
          if (!isMissingStyle(error)) loading = undefined;
          throw new MissingPart(error);
        },
      );
      return loading;
    },
  };
}

interface Props {
  readonly part: Part;
  readonly placeholder: ReactNode;
  /** Shown below the part, once the part is shown. */
  readonly children?: ReactNode;
  /** Called once the part is on screen. */
  readonly onShown?: () => void;
}

function Shown({ View, onShown }: { readonly View: ComponentType } & Pick<Props, 'onShown'>) {
  useEffect(() => onShown?.(), [onShown]);
  return <View />;
}

/**
 * Shows a part, or its placeholder until the code is loaded. React's `Suspense` would keep the
 * placeholder for at least 300 ms. A failure to load is thrown here, to the error boundary above.
 */
export function PartView({ part, placeholder, children, onShown }: Props) {
  // Kept while mounted: another component would discard the state of what is shown.
  const [view, setView] = useState(part.view);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (view) return;
    let gone = false;
    part.load().then(
      (loaded) => gone || setView(() => loaded),
      (error: unknown) => gone || setFailure({ error }),
    );
    return () => {
      gone = true;
    };
  }, [part, view]);
  if (failure) throw failure.error;
  if (!view) return placeholder;
  return (
    <>
      <Shown View={view} {...(onShown && { onShown })} />
      {children}
    </>
  );
}
