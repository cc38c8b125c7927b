import { memo } from 'react';
import { POCKET_DEGREES, POCKET_ORDER } from './wheel';
import { colourOf } from './spots';

/** One pocket at the top, 360° / 37 wide, from the radius 132 to 192. The others are the same pocket, turned. */
const POCKET = 'M-11.2-131.5-16.3-191.3A192 192 0 0 1 16.3-191.3L11.2-131.5A132 132 0 0 0-11.2-131.5Z';

/** The disc with zero at the top. The caller turns it as a whole. */
export const Wheel = memo(function Wheel() {
  return (
    <svg viewBox="-210 -210 420 420" aria-hidden="true" focusable="false">
      <circle r="206" />
      {POCKET_ORDER.map((number, index) => (
        <g key={number} transform={`rotate(${index * POCKET_DEGREES})`} data-colour={colourOf(number)}>
          <path d={POCKET} />
          <text y="-168">{number}</text>
        </g>
      ))}
      <circle r="132" />
    </svg>
  );
});
