/** Reads the notation that symbols are drawn in. Pure. */

/** Colours by the letter that shapes use for them. Each theme sets its own. */
export const INKS = {
  n: 'var(--cloth-night)',
  i: 'var(--cloth-indigo)',
  b: 'var(--cloth-blue)',
  w: 'var(--cloth-wash)',
  r: 'var(--cloth-resist)',
  g: 'var(--cloth-gold)',
  a: 'var(--cloth-amber)',
  c: 'var(--cloth-clay)',
  l: 'var(--cloth-leaf)',
} as const;
export type Ink = keyof typeof INKS;

export interface Shape {
  readonly fill: Ink | null;
  readonly stroke: Ink | null;
  readonly width: number;
  /** True: the shape is drawn a second time, mirrored about the middle of the grid. */
  readonly mirrored: boolean;
  /** Path data in the form of SVG. */
  readonly d: string;
}

/** The custom property of an ink, for the style of a theme's cloth. */
const tokenOf = (ink: string): `--${string}` => `--${ink.slice('var(--'.length, -1)}`;

/** A theme's colours as custom properties. */
export function inkVariables(inks: string): Readonly<Record<`--${string}`, string>> {
  if (inks === '') return {};
  const dyes = inks.split(' ');
  return Object.fromEntries(Object.values(INKS).map((ink, at) => [tokenOf(ink), `#${dyes[at] ?? ''}`]));
}

const SHAPE_NOTE = /^([nibwrgacl])([nibwrgacl])?([\d.]*)(=?) (.+)$/;
const CIRCLE = /O([\d.]+) ([\d.]+) ([\d.]+)/g;

const isInk = (letter: string | undefined): letter is Ink => letter !== undefined && letter in INKS;

/**
 * Reads shapes with `|` between them, each "how d": one ink fills, an ink with a width draws a line, two inks and a width do both (`nr2`:
 * filled with night, edged with resist); `=` mirrors. In the path `O x y r` is a circle. A notation that can't be read throws a RangeError;
 * the tests read all that there is.
 */
export function shapesOf(notes: string): readonly Shape[] {
  return notes.split('|').map((text) => {
    const [, first, second, width = '', mirror, path = ''] = SHAPE_NOTE.exec(text) ?? [];
    if (!isInk(first)) throw new RangeError(`no shape: ${text}`);
    const isLine = width !== '' && !isInk(second);
    return {
      fill: isLine ? null : first,
      stroke: isInk(second) ? second : isLine ? first : null,
      width: Number(width),
      mirrored: mirror === '=',
      d: path.replace(CIRCLE, (_, x: string, y: string, r: string) => `M${Number(x) - Number(r)} ${y}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0-${2 * Number(r)} 0z`),
    };
  });
}
