import type { SlotSpin } from '../../core/games/slots/slots';
import { REELS, ROWS } from '../../core/games/slots/theme';
import type { Line, SlotTheme } from '../../core/games/slots/theme';
import { paidCells } from './scenes';

const CELL = 100;

const pointOf = (line: Line, reel: number) => `${(reel + 0.5) * CELL},${((line[reel] ?? 0) + 0.5) * CELL}`;

/** The path of a line over all reels, or over its first `count`. */
export function linePoints(line: Line, from = 0, to = REELS): string {
  return Array.from({ length: to - from }, (_, at) => pointOf(line, from + at)).join(' ');
}

/** Draws the lines that paid in gold over the reels, with a stitched ring around each symbol that took part. */
export function PaidLines({ theme, spin }: { theme: SlotTheme; spin: SlotSpin }) {
  return (
    <div className="paid-wipe">
      <svg className="paid-lines" viewBox={`0 0 ${REELS * CELL} ${ROWS * CELL}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {spin.wins.map(({ line, count, from = 0 }) => {
          const way = theme.lines[line];
          if (way === undefined) return null;
          return (
            <g key={`${line}:${from}`}>
              <polyline className="paid-line-rest" points={linePoints(way, 0, from + 1)} />
              <polyline className="paid-line-rest" points={linePoints(way, from + count - 1)} />
              <polyline className="paid-line-edge" points={linePoints(way, from, from + count)} />
              <polyline className="paid-line" points={linePoints(way, from, from + count)} />
            </g>
          );
        })}
        {[...paidCells(theme, spin)].map((cell) => {
          const [reel = 0, row = 0] = cell.split(':').map(Number);
          return <rect key={cell} className="paid-ring" x={reel * CELL + 5} y={row * CELL + 5} width={CELL - 10} height={CELL - 10} rx="16" />;
        })}
      </svg>
    </div>
  );
}
