/** Draws slots from shapes of a few letters each, so that a theme's art takes a few hundred bytes. */
import type { CSSProperties, ReactElement } from 'react';
import { INKS, inkVariables, shapesOf } from './shapes';

/** The drawings of a theme, written out and not computed. */
export interface SlotArt<Symbol extends string = string> {
  /** The theme's colours in the order of `INKS`, as hex digits alone. It is empty for those of the adire cloth. */
  readonly inks: string;
  /** The pattern of the ground: one tile of the cloth on a grid of 48. It is empty for the adire motif. */
  readonly ground: string;
  /** The side of the grid that symbols are drawn on. */
  readonly grid: number;
  /** The shapes of each symbol, from the back to the front; see `shapesOf`. */
  readonly symbols: { readonly [name in Symbol]: string };
}

export type CssVariables = CSSProperties & Readonly<Record<`--${string}`, string>>;

/** Sets the colours of a theme for its children. */
export function inkStyle(art: SlotArt): CssVariables {
  return inkVariables(art.inks);
}

const ID_PREFIX = 'slot-';
const GROUND_TILE = 48;

function Shapes({ of, grid }: { of: string; grid: number }): ReactElement {
  return (
    <>
      {shapesOf(of).flatMap(({ fill, stroke, width, mirrored, d }, at) => {
        const shape = { d, fill: fill === null ? 'none' : INKS[fill], ...(stroke !== null && { stroke: INKS[stroke], strokeWidth: width }) };
        const whole = <path key={at} {...shape} />;
        return mirrored ? [whole, <path key={`${at} mirrored`} {...shape} transform={`matrix(-1 0 0 1 ${grid} 0)`} />] : [whole];
      })}
    </>
  );
}

/** Defines all symbols once on the page. `SymbolArt` shows one of them as often as needed. */
export function SymbolDefs({ art }: { art: SlotArt }): ReactElement {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        {Object.entries(art.symbols).map(([name, shapes]) => (
          <symbol key={name} id={ID_PREFIX + name} viewBox={`0 0 ${art.grid} ${art.grid}`} strokeLinecap="round" strokeLinejoin="round">
            <Shapes of={shapes} grid={art.grid} />
          </symbol>
        ))}
      </defs>
    </svg>
  );
}

/** One symbol. CSS sets its size. It is hidden from screen readers, which hear the result in words. */
export function SymbolArt({ name }: { name: string }): ReactElement {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <use href={`#${ID_PREFIX}${name}`} />
    </svg>
  );
}

/** The cloth below the reels, for themes with one of their own. */
export function Ground({ art }: { art: SlotArt }): ReactElement | null {
  if (art.ground === '') return null;
  return (
    <svg className="slot-ground" aria-hidden="true" focusable="false" strokeLinecap="round" strokeLinejoin="round">
      <pattern id="slot-ground" width={GROUND_TILE} height={GROUND_TILE} patternUnits="userSpaceOnUse">
        <Shapes of={art.ground} grid={GROUND_TILE} />
      </pattern>
      <rect width="100%" height="100%" fill="url(#slot-ground)" />
    </svg>
  );
}
