import { memo } from 'react';
import type { ComponentType, CSSProperties } from 'react';
import { turnMs, turningReel } from './scenes';

export type SymbolArt = ComponentType<{ readonly name: string }>;

interface Props {
  reel: number;
  /** The ring that this reel turns on, and where it comes to stand. */
  strip: readonly string[];
  stop: number | null;
  window: readonly string[];
  before: readonly string[];
  turning: boolean;
  /** Rows of what paid; empty when nothing did. */
  paidRows: string;
  /** Something on some reel paid: what did not steps back. */
  dim: boolean;
  Art: SymbolArt;
}

type ReelStyle = CSSProperties & Readonly<Record<`--${string}`, string>>;

/** One reel. Only the strip as a whole moves, by its transform. */
export const Reel = memo(function Reel({ reel, strip, stop, window, before, turning, paidRows, dim, Art }: Props) {
  const symbols = turning && stop !== null ? turningReel(strip, stop, reel, before) : window;
  const style: ReelStyle = {
    '--cells': String(symbols.length),
    '--turn-ms': `${turnMs(reel)}ms`,
    '--turn-from': `${(-100 * (symbols.length - 3)) / symbols.length}%`,
  };
  return (
    <div className="reel">
      <div className="reel-strip" data-turning={turning || undefined} style={style}>
        {symbols.map((name, row) => (
          <div
            key={row}
            className="reel-cell"
            data-paid={(!turning && paidRows.includes(String(row))) || undefined}
            data-dim={(!turning && dim && !paidRows.includes(String(row))) || undefined}
          >
            <Art name={name} />
          </div>
        ))}
      </div>
    </div>
  );
});
