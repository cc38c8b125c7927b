/**
 * The colours of mails, mixed from the brand's four colours, so that they follow an operator's brand. They are mixed here because mail
 * programs support neither custom properties nor `color-mix`.
 */
import { brand } from '../../../src/core/brand';

export interface MailPalette {
  readonly ground: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
}

const { darkGround, lightGround, inkOnAccent } = brand.colours;
const WHITE = '#FFFFFF';

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Mixes `part` (0 to 1) of one colour into another, both as `#RRGGBB`. */
export function mix(colour: string, part: number, into: string): string {
  const below = channels(into);
  const mixed = channels(colour).map((value, index) => Math.round(value * part + (below[index] ?? 0) * (1 - part)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('').toUpperCase()}`;
}

/** Brightens a colour and keeps its hue, because a mix with grey looks dirty on indigo. */
export function brighter(colour: string, factor: number): string {
  return `#${channels(colour).map((value) => Math.min(255, Math.round(value * factor)).toString(16).padStart(2, '0')).join('').toUpperCase()}`;
}

export const LIGHT: MailPalette = {
  ground: lightGround,
  raised: WHITE,
  line: mix(inkOnAccent, 0.16, lightGround),
  text: inkOnAccent,
  quiet: mix(inkOnAccent, 0.72, lightGround),
};

export const DARK: MailPalette = {
  ground: darkGround,
  raised: mix(WHITE, 0.02, brighter(darkGround, 1.4)),
  line: mix(WHITE, 0.1, brighter(darkGround, 2.4)),
  text: mix(WHITE, 0.94, darkGround),
  quiet: mix(WHITE, 0.7, darkGround),
};

/** The ground of the header in dark mode, which differs from the mail's ground and the letter. */
const DARK_HEAD = mix(WHITE, 0.04, brighter(darkGround, 1.9));

/** The only style sheet: inline styles are light, and these rules override them in dark mode. */
export function mailStyle(): string {
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.ground{background:${DARK.ground}!important}.raised{background:${DARK.raised}!important}.head{background:${DARK_HEAD}!important}.text{color:${DARK.text}!important}.quiet{color:${DARK.quiet}!important}.line{border-color:${DARK.line}!important}}`;
}
