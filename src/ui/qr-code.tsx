<<<<<<< HEAD
import { useEffect, useState } from 'react';

interface Props {
  readonly data: string;
  /** What it is a code of. */
  readonly label: string;
  /** Of its side, in pixels. */
  readonly size: number;
}

/** Drawn on this device: what it says goes nowhere. The library comes when a code is first shown. */
async function draw(data: string, size: number): Promise<string | undefined> {
  const { default: QRCodeStyling } = await import('qr-code-styling');
  const code = new QRCodeStyling({
    type: 'svg',
    width: size,
    height: size,
    data,
    qrOptions: { errorCorrectionLevel: 'H' },
  });
  const drawn = await code.getRawData('svg');
  return drawn instanceof Blob ? URL.createObjectURL(drawn) : undefined;
}

/** A QR code, black on white in both themes: a camera reads it. */
export function QrCode({ data, label, size }: Props) {
  const [image, setImage] = useState<{ readonly of: string; readonly url: string }>();
  useEffect(() => {
    let current = true;
    let made: string | undefined;
    draw(data, size)
      .then((url) => {
        made = url;
        if (url && current) setImage({ of: data, url });
        else if (url) URL.revokeObjectURL(url);
      })
      // Without the code the address is still there to copy.
      .catch(() => undefined);
    return () => {
      current = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [data, size]);
  return image?.of === data ? (
    <img src={image.url} alt={label} width={size} height={size} />
  ) : (
    <span className="skel" style={{ width: size, height: size }} />
=======
import { useEffect, useRef, useState } from 'react';

/** In CSS pixels and in the drawing's own. */
const SIZE = 200;

const draw = async (text: string): Promise<(holder: HTMLElement) => void> => {
  const { default: QrCodeStyling } = await import('qr-code-styling');
  const code = new QrCodeStyling({
    type: 'svg',
    width: SIZE,
    height: SIZE,
    data: text,
    qrOptions: { errorCorrectionLevel: 'M' },
    dotsOptions: { type: 'rounded', color: '#1c1915' },
    cornersSquareOptions: { type: 'extra-rounded', color: '#1c1915' },
    cornersDotOptions: { type: 'dot', color: '#1c1915' },
    backgroundOptions: { color: '#ffffff' },
  });
  return (holder) => code.append(holder);
};

interface Props {
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

/** A QR code of 200 × 200, drawn on the device: its text goes nowhere. The library comes with it. */
export function QrCode({ text, label }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    draw(text).then(
      (show) => {
        if (!current || !holder.current) return;
        holder.current.replaceChildren();
        show(holder.current);
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [text]);
  if (failed) return <p className="muted small">The QR code could not be drawn.</p>;
  return (
    <div className="qr">
      <div ref={holder} className="qr__code" role="img" aria-label={label} />
    </div>
>>>>>>> 87441df (Security section: second factor with its QR drawn here, recovery codes, anti-phishing code, password, devices, deletion)
  );
}
