import { useEffect, useRef, useState } from 'react';
import { decode } from '#platform/device/picture-size.ts';
import { type Frame, readCode } from '#platform/device/read-code.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';

import css from './withdraw.module.css';

interface Props {
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

const LOOK_MS = 200;

/** Why there is no picture, in the customer's words (D22). */
function troubleOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'Camera access was refused. Allow it in your browser’s settings, or choose a picture of the code.';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'No camera was found. Choose a picture of the code instead.';
  }
  return 'The camera cannot be used right now. Choose a picture of the code instead.';
}

/** Reads the camera's pictures until one has a code. Returns the function that stops it. */
function watch(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onTrouble: (text: string) => void,
): () => void {
  let stopped = false;
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const look = async (): Promise<void> => {
    const text = video.videoWidth > 0 ? await readCode(video as Frame) : undefined;
    if (stopped) return;
    if (text === undefined) timer = setTimeout(() => void look(), LOOK_MS);
    else {
      stop();
      onText(text);
    }
  };
  const start = async (): Promise<void> => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (stopped) return stop();
      video.srcObject = stream;
      await video.play();
      await look();
    } catch (error) {
      if (!stopped) onTrouble(troubleOf(error));
    }
  };
  void start();
  return stop;
}

/** Scans an address with the camera, or reads it from a picture. */
export function ScanDialog({ onText, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<string>();
  // Kept in a ref, because a new callback must not start the camera again.
  const tell = useRef(onText);
  tell.current = onText;
  useEffect(
    () =>
      video.current ? watch(video.current, (text) => tell.current(text), setTrouble) : undefined,
    [],
  );

  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const picture = await decode(file);
      if (picture === 'large') {
        setTrouble(
          'This picture is larger than 64 megapixels. Choose only the part with the code.',
        );
        return;
      }
      const text = await readCode(picture);
      picture.close();
      if (text === undefined) setTrouble('No QR code was found in this picture.');
      else onText(text);
    } catch {
      setTrouble('This file is not a picture we can read.');
    }
  }

  return (
    <Dialog title="Scan a QR code" onClose={onClose} sheet>
      <video ref={video} className={css.camera} muted playsInline hidden={trouble !== undefined}>
        <track kind="captions" />
      </video>
      {trouble && <p role="alert">{trouble}</p>}
      <label className="btn btn--secondary btn--wide">
        Choose a picture
        <input
          className="vh"
          type="file"
          accept="image/*"
          onChange={({ target }) => void readFile(target.files?.[0])}
        />
      </label>
    </Dialog>
  );
}
