/**
 * Finds the size of an SVG picture in its text, and writes it there in pixels, because a browser draws none without. It reads the root alone and
 * builds no document: the page's policy lets no text become one. Pure.
 */

export interface RootAttributes {
  readonly width: string | null;
  readonly height: string | null;
  readonly viewBox: string | null;
}

/** CSS pixels in a unit; lengths in per cent or letters follow from what is around the picture, and say nothing. */
const PIXELS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };
/** Larger ones are mistakes, and would take the memory of a bitmap of that size. */
const MOST_PIXELS = 10_000;

function readLength(text: string | null): number | null {
  const [, number = '', unit = ''] = /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]*)\s*$/.exec(text ?? '') ?? [];
  const pixels = number === '' ? Number.NaN : Number(number) * (PIXELS[unit] ?? Number.NaN);
  return pixels > 0 ? pixels : null;
}

function readViewBox(text: string | null): readonly [number, number] | null {
  const numbers = (text ?? '').trim().split(/[\s,]+/).map(Number);
  const [, , width = 0, height = 0] = numbers;
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0 ? [width, height] : null;
}

/** Returns the size in pixels, no side above the most; null where the picture has none. */
export function sizeOfSvg({ width, height, viewBox }: RootAttributes): readonly [width: number, height: number] | null {
  const box = readViewBox(viewBox);
  const [ownWidth, ownHeight] = [readLength(width), readLength(height)];
  // One length alone stands for both where the box gives their proportion, as in every browser.
  const size: readonly [number, number] | null = ownWidth !== null && ownHeight !== null ? [ownWidth, ownHeight]
    : box === null ? null
      : ownWidth !== null ? [ownWidth, (ownWidth * box[1]) / box[0]]
        : ownHeight !== null ? [(ownHeight * box[0]) / box[1], ownHeight] : box;
  if (size === null) return null;
  const scale = Math.min(1, MOST_PIXELS / Math.max(...size));
  return [size[0] * scale, size[1] * scale];
}

/** The root of a picture ends within these. Reading more could take seconds, because nothing else bounds its attributes and comments. */
const HEAD_CHARACTERS = 65_536;
/** What may stand before the root: a declaration, comments, and a document type with its own part. */
const PROLOG = /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*/;
const ROOT = /^<svg((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?>)/;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** `no-svg`: the text has no root of an SVG. `no-size`: the root says none. */
export function withSize(text: string): { readonly svg: string; readonly size: readonly [number, number] } | 'no-svg' | 'no-size' {
  const head = text.slice(0, HEAD_CHARACTERS);
  const prolog = PROLOG.exec(head)?.[0] ?? '';
  const [root, attributes, end] = ROOT.exec(head.slice(prolog.length)) ?? [];
  if (root === undefined || attributes === undefined) return 'no-svg';
  const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, double ?? single ?? '']));
  const size = sizeOfSvg({ width: values.get('width') ?? null, height: values.get('height') ?? null, viewBox: values.get('viewBox') ?? null });
  if (size === null) return 'no-size';
  const others = attributes.replace(ATTRIBUTE, (attribute: string, name: string) => (name === 'width' || name === 'height' ? '' : attribute));
  // Without a box, a picture that is made smaller would be cut.
  const box = values.has('viewBox') ? '' : ` viewBox="0 0 ${readLength(values.get('width') ?? null) ?? size[0]} ${readLength(values.get('height') ?? null) ?? size[1]}"`;
  return { size, svg: `<svg${others}${box} width="${size[0]}" height="${size[1]}"${end ?? '>'}${text.slice(prolog.length + root.length)}` };
}
