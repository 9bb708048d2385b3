import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { isMissingStyle } from '#platform/missing-part.ts';

/** A part of the app whose code is loaded when it is first shown, or before. */
export interface Part {
  /** What draws it, where its code is there already. */
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
        (loaded) => {
          view = loaded;
          return loaded;
        },
        (error: unknown) => {
          // Without its styles it would be drawn at the next try: only loading the app anew brings them.
          if (!isMissingStyle(error)) loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

interface Props {
  readonly part: Part;
  readonly placeholder: ReactNode;
  /** What stands below it, as soon as it does. */
  readonly children?: ReactNode;
  /** It is on screen. */
  readonly onShown?: () => void;
}

function Shown({ View, onShown }: { readonly View: ComponentType } & Pick<Props, 'onShown'>) {
  useEffect(() => onShown?.(), [onShown]);
  return <View />;
}

/**
 * Shows a part, or its placeholder until the code is there. React's own way of waiting for code keeps the
 * placeholder for 300 ms at least. What does not load is thrown where it would stand.
 */
export function PartView({ part, placeholder, children, onShown }: Props) {
  // Kept for as long as it stands: another component would throw away what it holds.
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
