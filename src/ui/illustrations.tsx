import type { ReactElement, ReactNode } from 'react';

/**
 * Small pictures for states without content: all of them show the board and its seeds. They are decoration and hidden from screen readers,
 * because the words beside them say everything.
 */
export type IllustrationName = 'empty' | 'offline' | 'nothing-found' | 'error' | 'welcome';

const PIT_X = [27, 44, 61, 79, 96, 113];
const ROWS_Y = [70, 86];

/** The board of twelve pits, on a grid of 140 × 112. */
function Board({ children }: { children?: ReactNode }): ReactElement {
  return (
    <>
      <rect x="8" y="56" width="124" height="44" rx="20" fill="var(--raised-2)" stroke="var(--line)" strokeWidth="2" />
      {ROWS_Y.map((y) => PIT_X.map((x) => <ellipse key={`${x} ${y}`} cx={x} cy={y} rx="6.5" ry="5.5" fill="var(--ground)" stroke="var(--line)" />))}
      {children}
    </>
  );
}

function Seeds({ at }: { at: readonly (readonly [x: number, y: number])[] }): ReactNode {
  return at.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="3.4" fill="var(--accent)" />);
}

const PICTURES: Readonly<Record<IllustrationName, ReactNode>> = {
  empty: (
    <Board>
      <path d="M44 66C50 30 88 22 96 46" fill="none" stroke="var(--control)" strokeWidth="2.5" strokeLinecap="round" strokeDasharray=".1 6" />
      <Seeds at={[[97, 50]]} />
    </Board>
  ),
  offline: (
    <Board>
      <g fill="none" stroke="var(--control)" strokeWidth="3.5" strokeLinecap="round">
        <path d="M60 37a14 14 0 0 1 20 0M51 27a27 27 0 0 1 38 0" strokeDasharray=".1 7" />
      </g>
      <Seeds at={[[70, 46], [27, 70], [42, 86], [47, 85], [61, 70], [77, 86], [82, 86], [96, 69], [113, 86]]} />
    </Board>
  ),
  'nothing-found': (
    <Board>
      <circle cx="79" cy="58" r="21" fill="var(--ground)" stroke="var(--control)" strokeWidth="4" />
      <path d="M94 73l15 15" stroke="var(--control)" strokeWidth="6" strokeLinecap="round" />
      <ellipse cx="79" cy="59" rx="11" ry="9" fill="var(--raised-2)" />
      <Seeds at={[[27, 70], [44, 86]]} />
    </Board>
  ),
  error: (
    <>
      <g transform="rotate(-14 70 78)">
        <Board>
          <Seeds at={[[27, 70], [44, 86], [61, 70]]} />
        </Board>
      </g>
      <Seeds at={[[16, 106], [28, 104], [6, 99]]} />
    </>
  ),
  welcome: (
    <Board>
      <g fill="none" stroke="var(--control)" strokeWidth="2.5" strokeLinecap="round" strokeDasharray=".1 6">
        <path d="M27 64C30 44 42 44 44 62M44 62C47 36 59 36 61 60M61 60C65 26 76 26 79 58" />
      </g>
      <Seeds at={[[27, 70], [44, 70], [61, 70], [79, 52], [25, 86], [29, 86], [43, 86], [96, 86], [113, 85]]} />
    </Board>
  ),
};

interface IllustrationProps {
  name: IllustrationName;
  className?: string;
}

export function Illustration({ name, className }: IllustrationProps): ReactElement {
  return (
    <svg className={className} width="140" height="112" viewBox="0 0 140 112" aria-hidden="true" focusable="false">
      {PICTURES[name]}
    </svg>
  );
}
