import { memo } from 'react';
import { SymbolArt } from './drawing';
import type { CssVariables } from './drawing';
import { turnMs, turningReel } from './scenes';

interface Props {
  reel: number;
  /** The strip of symbols that this reel turns on, and the place where it stops. */
  strip: readonly string[];
  stop: number | null;
  window: readonly string[];
  before: readonly string[];
  turning: boolean;
  /** The rows of symbols that paid; empty when none did. */
  paidRows: string;
  /** Something on some reel paid, so symbols that did not are dimmed. */
  dim: boolean;
  /** A wild made the whole reel wild. */
  isExpanded: boolean;
}

/** One reel. Only the strip as a whole moves, by its transform. */
export const Reel = memo(function Reel({ reel, strip, stop, window, before, turning, paidRows, dim, isExpanded: isExpanded }: Props) {
  const symbols = turning && stop !== null ? turningReel(strip, stop, reel, before) : window;
  const style: CssVariables = {
    '--cells': String(symbols.length),
    '--turn-ms': `${turnMs(reel)}ms`,
    '--turn-from': `${(-100 * (symbols.length - 3)) / symbols.length}%`,
  };
  return (
    <div className="reel" data-grown={isExpanded || undefined}>
      <div className="reel-strip" data-turning={turning || undefined} style={style}>
        {symbols.map((name, row) => (
          <div
            key={row}
            className="reel-cell"
            data-paid={(!turning && paidRows.includes(String(row))) || undefined}
            data-dim={(!turning && dim && !paidRows.includes(String(row))) || undefined}
          >
            <SymbolArt name={name} />
          </div>
        ))}
      </div>
    </div>
  );
});
