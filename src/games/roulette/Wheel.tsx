import { memo } from 'react';
import { POCKET_DEGREES, POCKET_ORDER } from './wheel';
import { colourOf } from './spots';

const HALF = ((POCKET_DEGREES / 2) * Math.PI) / 180;
const OUTER = 192;
const INNER = 132;

const at = (radius: number, angle: number) => `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
/** One pocket at the top. The others are the same pocket, turned. */
const POCKET = `M${at(INNER, -HALF)}L${at(OUTER, -HALF)}A${OUTER} ${OUTER} 0 0 1 ${at(OUTER, HALF)}L${at(INNER, HALF)}A${INNER} ${INNER} 0 0 0 ${at(INNER, -HALF)}Z`;

/** The disc with zero at the top. The caller turns it as a whole. */
export const Wheel = memo(function Wheel() {
  return (
    <svg className="wheel-disc" viewBox="-210 -210 420 420" aria-hidden="true" focusable="false">
      <circle r="206" className="wheel-rim" />
      {POCKET_ORDER.map((number, index) => (
        <g key={number} transform={`rotate(${index * POCKET_DEGREES})`}>
          <path d={POCKET} className={`pocket-${colourOf(number)}`} />
          <text y="-168">{number}</text>
        </g>
      ))}
      <circle r={INNER} className="wheel-cone" />
      <path className="wheel-spokes" d="M0-118V118M-118 0H118M-83-83 83 83M-83 83 83-83" />
    </svg>
  );
});
