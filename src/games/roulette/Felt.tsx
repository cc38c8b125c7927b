import type { CSSProperties } from 'react';
import { formatNaira } from '../../core/money';
import { rove } from '../table/rove';
import { chipText } from './chips';
import type { TableChip } from './chips';
import { NUMBER_CELLS, OUTSIDE_CELLS, chipPlace, colourOf, oddsOf, placeOf, coverOf, shortName, spotName, spotsOf } from './spots';
import type { Cell, NumbersCovered, Place } from './spots';
import { words } from './words';

/** A bet that covers more numbers has a cell of its own beside them. */
const MOST_INSIDE = 6;

type CellStyle = CSSProperties & Readonly<Record<`--${string}`, number>>;

/** `across` runs from left to right on a high table. A wide one lies on its side, with the third column on top. */
const cellStyle = ({ across, along }: Place, extent?: Pick<Cell, 'wide' | 'long'>): CellStyle => ({
  '--across': across,
  '--along': along,
  '--down': across >= 3 ? across : 3 - across - (extent?.wide ?? 0),
  ...(extent && { '--wide': extent.wide, '--long': extent.long }),
});

/** A chip in the middle of a column would hide its numbers, so it lies at their edge and they make room. The cell of zero has room for both. */
const isOverNumbers = ({ across, along }: Place): boolean => across < 3 && across % 1 === 0.5 && along >= 1;

interface Props {
  kind: NumbersCovered;
  chips: readonly TableChip[];
  /** The number that fell; null while none is shown. */
  fallenNumber: number | null;
  disabled: boolean;
  /** Null where the table is only looked at. */
  onSpot: ((spot: string) => void) | null;
  /** The button that Tab reaches. */
  current: string;
  onCurrent: (spot: string) => void;
}

/** The table: the numbers, the bets beside them, and the places of the chosen kind of bet. All are buttons with names. */
export function Felt({ kind, chips, fallenNumber, disabled, onSpot, current, onCurrent }: Props) {
  const spots = kind === 1 ? [] : spotsOf(kind);
  const reachable = [...spotsOf(kind), ...OUTSIDE_CELLS.map(({ spot }) => spot)];
  const stop = reachable.includes(current) ? current : reachable[0];
  const bySpot = new Map(chips.map((chip) => [chip.spot, chip]));
  const chipWords = ({ amount, state }: TableChip) => words[state === 'won' ? 'paid' : 'placed'](formatNaira(amount, { whole: true }));
  const covered = new Set(chips.flatMap(({ spot, state }) => {
    if (state === 'lost') return [];
    return isOverNumbers(chipPlace(spot)) ? coverOf(spot).map(String) : [spot];
  }));
  const isLit = (spot: string) => spot === String(fallenNumber) || bySpot.get(spot)?.state === 'won' || undefined;
  const button = (spot: string) => {
    const chip = bySpot.get(spot);
    return {
      type: 'button' as const,
      tabIndex: spot === stop ? 0 : -1,
      'aria-disabled': disabled || undefined,
      'aria-label': [spotName(spot), words.odds(oddsOf(spot)), ...(chip === undefined || chip.state === 'lost' ? [] : [chipWords(chip)])].join(', '),
      onFocus: () => onCurrent(spot),
      onClick: () => {
        if (!disabled) onSpot?.(spot);
      },
    };
  };
  const cell = (each: Cell, isButton: boolean) => {
    const isNumber = each.across < 3;
    const common = {
      className: isNumber ? 'felt-cell' : 'felt-cell felt-outside', style: cellStyle(each, each), 'data-lit': isLit(each.spot),
      'data-chip': covered.has(each.spot) || undefined, 'data-colour': isNumber ? colourOf(Number(each.spot)) : each.spot,
    };
    const Tag = isButton ? 'button' : 'div';
    return <Tag key={each.spot} {...(isButton ? button(each.spot) : { 'aria-hidden': true })} {...common}>{shortName(each.spot)}</Tag>;
  };
  const canChoose = onSpot !== null;
  return (
    <div className="felt" role="group" aria-label={canChoose ? words.table : undefined} aria-hidden={!canChoose || undefined} onKeyDown={rove}>
      {NUMBER_CELLS.map((each) => cell(each, canChoose && kind === 1))}
      {OUTSIDE_CELLS.map((each) => cell(each, canChoose))}
      {canChoose ? spots.map((spot) => <button key={spot} {...button(spot)} className="felt-spot" style={cellStyle(placeOf(coverOf(spot)))} />) : null}
      {chips.map(({ spot, amount, state }) => {
        const place = chipPlace(spot);
        return (
          <span
            key={spot} className="felt-chip" data-state={state} data-outside={coverOf(spot).length > MOST_INSIDE || undefined}
            data-beside={isOverNumbers(place) || undefined} aria-hidden="true" style={cellStyle(place)}
          >
            {chipText(amount)}
          </span>
        );
      })}
    </div>
  );
}
