/** Makes a game's art out of a picture: judges the file by its content, and draws it again in the one form that the platform takes. */
import { ART_HEIGHT, ART_WIDTH, MAX_ART_BYTES } from '../../../core/games/art';
import { bytesWords } from '../../../core/time';
import { withSize } from './svg-size';
import { words } from './words';

export const MAX_CHOSEN_BYTES = 10_000_000;
/** A larger drawing is one that keeps a browser busy for seconds. */
const MAX_SVG_BYTES = 2_000_000;
/** A picture with more would take more memory than a phone has. */
const MAX_PIXELS = 40_000_000;
/** The first quality whose result is small enough is used. */
const QUALITIES = [0.82, 0.7, 0.58, 0.45, 0.3];
/** The size of an AVIF picture stands in its first boxes. */
const HEAD_BYTES = 16_384;

export interface Art {
  readonly type: 'image/webp';
  readonly base64: string;
}

type Size = readonly [width: number, height: number];

/** What text begins like a picture in SVG, before its root is looked for. */
const MAYBE_SVG = /^(?:\u00EF\u00BB\u00BF)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/;
const TEXT = /^(?:\u00EF\u00BB\u00BF)?\s*</;

const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Returns the size that the head of the file states, before anything is decoded; else what is wrong with the file. */
export function readPictureSize(head: Uint8Array<ArrayBuffer>): Size | { readonly error: string } {
  const text = latin(head);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (TEXT.test(text)) return { error: words.artIsText };
  const size = text.startsWith('\u0089PNG\r\n\u001A\n') && head.length >= 24 ? pngSize(view)
    : text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' && head.length >= 30 ? webpSize(view, text)
      : /^....ftypavi[fs]/s.test(text) ? avifSize(view, text) : null;
  if (size === null || size[0] === 0 || size[1] === 0) return { error: words.artIsNoPicture };
  if (size[0] * size[1] > MAX_PIXELS) return { error: words.artHasManyPixels(size[0], size[1]) };
  if (size[0] < ART_WIDTH / 2 || size[1] < ART_HEIGHT / 2) return { error: words.artIsSmall(size[0], size[1]) };
  return size;
}

const pngSize = (view: DataView): Size => [view.getUint32(16), view.getUint32(20)];

function webpSize(view: DataView, text: string): Size | null {
  const kind = text.slice(12, 16);
  if (kind === 'VP8 ') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (kind === 'VP8X') return [(view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1];
  const bits = view.getUint32(21, true);
  return kind === 'VP8L' ? [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1] : null;
}

/** The largest of the pictures in the file: it may have a small one beside the real one. */
function avifSize(view: DataView, text: string): Size | null {
  const sizes = [...text.matchAll(/ispe/g)].flatMap(({ index }) =>
    (index + 16 <= view.byteLength ? [[view.getUint32(index + 8), view.getUint32(index + 12)] as const] : []));
  return sizes.toSorted((a, b) => b[0] * b[1] - a[0] * a[1])[0] ?? null;
}

/** Where a picture of this size is cut, so that the middle of it fills the art. */
export function cutToArt([width, height]: Size): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const scale = Math.min(width / ART_WIDTH, height / ART_HEIGHT);
  const cut = { width: ART_WIDTH * scale, height: ART_HEIGHT * scale };
  return { x: (width - cut.width) / 2, y: (height - cut.height) / 2, ...cut };
}

/** Something that a canvas draws, with its size. */
interface Drawable {
  readonly image: CanvasImageSource;
  readonly size: Size;
  readonly close: () => void;
}

async function openBitmap(file: File, head: Uint8Array<ArrayBuffer>): Promise<Drawable | { readonly error: string }> {
  const stated = readPictureSize(head);
  if ('error' in stated) return stated;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return { error: words.artIsNoPicture };
  return { image: bitmap, size: [bitmap.width, bitmap.height], close: () => bitmap.close() };
}

/** Opens an SVG as an image: so no script in it runs, and nothing that it refers to is loaded. */
async function openSvg(file: File): Promise<Drawable | { readonly error: string }> {
  if (file.size > MAX_SVG_BYTES) return { error: words.artSvgIsLarge(bytesWords(file.size)) };
  const sized = withSize(await file.text());
  if (sized === 'no-svg') return { error: words.artIsText };
  if (sized === 'no-size') return { error: words.artSvgHasNoSize };
  const { size, svg } = sized;
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image(...size);
  image.src = url;
  const isDrawn = await image.decode().then(() => true, () => false);
  const close = () => URL.revokeObjectURL(url);
  if (isDrawn) return { image, size, close };
  close();
  return { error: words.artIsNoPicture };
}

export async function makeArt(file: File): Promise<Art | { readonly error: string }> {
  if (file.size > MAX_CHOSEN_BYTES) return { error: words.artIsLarge(bytesWords(file.size)) };
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const opened = await (MAYBE_SVG.test(latin(head)) ? openSvg(file) : openBitmap(file, head));
  if ('error' in opened) return opened;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [ART_WIDTH, ART_HEIGHT];
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return { error: words.artCannotBeDrawn };
  const { x, y, width, height } = cutToArt(opened.size);
  context.imageSmoothingQuality = 'high';
  context.drawImage(opened.image, x, y, width, height, 0, 0, ART_WIDTH, ART_HEIGHT);
  opened.close();
  return toWebp(canvas);
}

async function toWebp(canvas: HTMLCanvasElement): Promise<Art | { readonly error: string }> {
  for (const quality of QUALITIES) {
    // It throws for a canvas that shows something which the page may not read.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality)).catch(() => 'kept apart' as const);
    if (blob === 'kept apart') return { error: words.artIsKeptApart };
    // Safari makes a PNG in place of WebP.
    if (blob?.type !== 'image/webp') return { error: words.artCannotBeDrawn };
    if (blob.size <= MAX_ART_BYTES) return { type: 'image/webp', base64: btoa(latin(new Uint8Array(await blob.arrayBuffer()))) };
  }
  return { error: words.artHasNoSmallForm };
}
