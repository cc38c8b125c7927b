/**
 * A picture that was drawn again in a small size on the device, so that it keeps nothing of what a camera wrote into it (place, time,
 * model).
 */
export interface SmallPicture {
  readonly type: 'image/webp' | 'image/jpeg';
  readonly base64: string;
}

/** The largest picture that the platform takes. */
export const MAX_PICTURE_BYTES = 150_000;
/** The longer side in CSS pixels, and the quality. The first pair whose result is small enough is used. */
const TRIES = [[1600, 0.8], [1280, 0.7], [1024, 0.6], [720, 0.5], [480, 0.4]] as const;

/** Width and height with `longest` as the longer side; never larger than it was. */
export function fitSize(width: number, height: number, longest: number): readonly [number, number] {
  const scale = Math.min(1, longest / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const webp = await blobOf(canvas, 'image/webp', quality);
  // Safari returns a PNG in place of WebP.
  return webp?.type === 'image/webp' ? webp : blobOf(canvas, 'image/jpeg', quality);
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '');
    reader.onerror = () => reject(reader.error ?? new DOMException('', 'NotReadableError'));
    reader.readAsDataURL(blob);
  });
}

/** Null for a file that is no picture, or does not become small enough. */
export async function makeSmall(file: Blob): Promise<SmallPicture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const canvas = document.createElement('canvas');
  for (const [longest, quality] of TRIES) {
    [canvas.width, canvas.height] = fitSize(bitmap.width, bitmap.height, longest);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await encode(canvas, quality);
    if (blob === null || blob.size > MAX_PICTURE_BYTES) continue;
    bitmap.close();
    return { type: blob.type === 'image/webp' ? 'image/webp' : 'image/jpeg', base64: await base64Of(blob) };
  }
  return null;
}
