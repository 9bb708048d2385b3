import { useEffect, useState } from 'react';
import { brandedCode } from './branded-code.ts';

interface Props {
  readonly data: string;
  /** The code's accessible name. */
  readonly label: string;
  /** The length of a side in pixels. */
  readonly size: number;
  /** The error correction level; `M` if a standard requires it. */
  readonly correction?: 'M' | 'H';
}

async function draw(
  data: string,
  size: number,
  correction: 'M' | 'H',
): Promise<string | undefined> {
  const code = await brandedCode({ type: 'svg', data, size, correction });
  const drawn = await code.getRawData('svg');
  return drawn instanceof Blob ? URL.createObjectURL(drawn) : undefined;
}

/** A QR code, black on white in both themes, so that cameras can read it. */
export function QrCode({ data, label, size, correction = 'H' }: Props) {
  const [image, setImage] = useState<{ readonly of: string; readonly url: string }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    let made: string | undefined;
    draw(data, size, correction)
      .then((url) => {
        made = url;
        if (url && current) setImage({ of: data, url });
        else if (url) URL.revokeObjectURL(url);
      })
      .catch(() => current && setFailed(true));
    return () => {
      current = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [data, size, correction]);
  if (image?.of === data) return <img src={image.url} alt={label} width={size} height={size} />;
  return failed ? (
    <p className="small" role="status" style={{ width: size, minHeight: size }}>
      The QR code did not load. Use the text instead.
    </p>
  ) : (
    <span className="skel" style={{ width: size, height: size }} />
  );
}
