import { memo, useLayoutEffect, useRef } from 'react';
import { SymbolArt } from './drawing';
import { turnKeyframes, turnMs, turningReel } from './scenes';

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
  /** The symbols that the reel shows, in words. Null while it turns, because passing symbols are not read out. */
  label: string | null;
}

/** One reel. Only the strip as a whole moves, by its transform. */
export const Reel = memo(function Reel({ reel, strip, stop, window, before, turning, paidRows, dim, isExpanded, label }: Props) {
  const symbols = turning && stop !== null ? turningReel(strip, stop, reel, before) : window;
  const cells = symbols.length;
  const moving = useRef<HTMLDivElement>(null);
  // The strip is drawn once, and from then on only moved.
  useLayoutEffect(() => {
    if (!turning) return undefined;
    const turn = moving.current?.animate(turnKeyframes(reel, cells), { duration: turnMs(reel), fill: 'backwards' });
    return () => turn?.cancel();
  }, [turning, reel, cells]);
  return (
    <div className="reel" data-grown={isExpanded || undefined} {...(label !== null && { role: 'img', 'aria-label': label })}>
      <div ref={moving} className="reel-strip" style={{ height: `${(100 * cells) / 3}%` }}>
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
