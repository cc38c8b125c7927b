import type { CSSProperties } from 'react';
import { formatNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { rove } from '../table/rove';
import { chipText } from './chips';
import { NUMBER_CELLS, OUTSIDE_CELLS, chipPlace, colourOf, oddsOf, placeOf, coverOf, shortName, spotName, spotsOf } from './spots';
import type { Cell, Kind, Place } from './spots';
import { words } from './words';

type CellStyle = CSSProperties & Readonly<Record<`--${string}`, string>>;

/** `across` runs from left to right on a phone. A wide screen turns the table, with the third column on top. */
const cellStyle = ({ across, along }: Place, extent?: Pick<Cell, 'wide' | 'long'>): CellStyle => ({
  '--across': String(across),
  '--along': String(along),
  '--down': String(across >= 3 ? across : 3 - across - (extent?.wide ?? 0)),
  ...(extent !== undefined && { '--wide': String(extent.wide), '--long': String(extent.long) }),
});

interface Props {
  kind: Kind;
  /** Kobo by spot. */
  bets: ReadonlyMap<string, Kobo>;
  disabled: boolean;
  onSpot: (spot: string) => void;
  /** The button that Tab reaches. */
  current: string;
  onCurrent: (spot: string) => void;
}

/** The table: the numbers, the bets beside them, and the places of the chosen kind of bet. All are buttons with names. */
export function Felt({ kind, bets, disabled, onSpot, current, onCurrent }: Props) {
  const spots = kind === 1 ? [] : spotsOf(kind);
  const reachable = [...(kind === 1 ? NUMBER_CELLS : OUTSIDE_CELLS).map(({ spot }) => spot), ...spots];
  const isOutside = OUTSIDE_CELLS.some(({ spot }) => spot === current);
  const stop = reachable.includes(current) || isOutside ? current : (reachable[0] ?? '');
  const button = (spot: string) => {
    const placed = bets.get(spot);
    return {
      type: 'button' as const,
      tabIndex: spot === stop ? 0 : -1,
      'aria-disabled': disabled || undefined,
      'aria-label': [spotName(spot), words.odds(oddsOf(spot)), ...(placed === undefined ? [] : [words.placed(formatNaira(placed, { whole: true }))])].join(', '),
      onFocus: () => onCurrent(spot),
      onClick: () => {
        if (!disabled) onSpot(spot);
      },
    };
  };
  return (
    <div className="felt" role="group" aria-label={words.table} data-disabled={disabled || undefined} onKeyDown={rove}>
      {NUMBER_CELLS.map((cell) => {
        const common = { className: 'felt-cell', 'data-colour': colourOf(Number(cell.spot)), style: cellStyle(cell, cell) };
        return kind === 1
          ? <button key={cell.spot} {...button(cell.spot)} {...common}>{cell.spot}</button>
          : <div key={cell.spot} {...common} aria-hidden="true">{cell.spot}</div>;
      })}
      {OUTSIDE_CELLS.map((cell) => (
        <button key={cell.spot} {...button(cell.spot)} className="felt-cell felt-outside" data-spot={cell.spot} style={cellStyle(cell, cell)}>
          {shortName(cell.spot)}
        </button>
      ))}
      {spots.map((spot) => <button key={spot} {...button(spot)} className="felt-spot" style={cellStyle(placeOf(coverOf(spot)))} />)}
      {[...bets].map(([spot, amount]) => (
        <span key={spot} className="felt-chip" aria-hidden="true" style={cellStyle(chipPlace(spot))}>{chipText(amount)}</span>
      ))}
    </div>
  );
}
