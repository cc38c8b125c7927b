import { useEffect, useRef, useState } from 'react';
import './support.css';

export interface PictureData {
  readonly type: string;
  readonly base64: string;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Draws a picture from its bytes, because the page's policy allows no picture from another address, and no data address. */
export function Picture({ picture, label, failed }: { picture: PictureData; label: string; failed: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isGone = false;
    createImageBitmap(new Blob([bytesOf(picture.base64)], { type: picture.type })).then(
      (bitmap) => {
        const canvas = ref.current;
        if (isGone || canvas === null) return;
        [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      },
      () => setBroken(true),
    );
    return () => {
      isGone = true;
    };
  }, [picture]);
  return isBroken ? <p>{failed}</p> : <canvas className="said-picture" ref={ref} role="img" aria-label={label} />;
}
