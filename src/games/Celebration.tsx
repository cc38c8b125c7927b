/**
 * Celebrates a win above the stake, on the line with the result. The words and the money are there at once, below it; this only lies
 * over them for a moment, and screen readers hear nothing of it.
 */
import { useEffect, useRef, useState } from 'react';
import { formatNaira, kobo } from '../core/money';
import type { Kobo } from '../core/money';
import './feel.css';
import type { Showing } from './face';
import { prefersReducedMotion } from '../ui/reduced-motion';
import { winTier } from './win-tier';
import type { WinTier } from './win-tier';

const COUNT_MS = 600;
const COUNT_STEPS = 8;
const PITS_MS = 2_500;
const PITS = 12;
const SEEDS = 9;
const SEED_MS = 760;
const NEXT_SEED_MS = 50;

/** After a change of the mode the last round of the other mode is drawn again, so at least two keys have to be remembered. */
const MAX_CELEBRATED_KEYS = 8;
/** A module's variable, so that a round is celebrated once, also where its result is drawn again. */
let celebratedKeys: readonly string[] = [];

interface Props {
  showing: Showing;
  /** The stake and the win of the player's own money; a bonus has the rest. */
  own: readonly [stake: Kobo, win: Kobo];
  /** Makes the sentence about the amount. */
  winText: (amount: string) => string;
}

/**
 * Counts from the stake, because what lies above it is the win. All figures are drawn at once and shown one after another, so that a slow
 * phone lays nothing out while it counts.
 */
function CountUp({ showing: { stake, win }, winText }: Omit<Props, 'own'>) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), COUNT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <span className="count-up" aria-hidden="true">
      {Array.from({ length: COUNT_STEPS }, (_, at) => (
        <span key={at} style={{ animationDelay: `${(at * COUNT_MS) / COUNT_STEPS}ms` }}>
          {winText(formatNaira(kobo(win - Math.floor((win - stake) * (1 - at / COUNT_STEPS) ** 3))))}
        </span>
      ))}
    </span>
  );
}

/** Draws seeds that fly in an arc from the result to the balance. */
function Seeds() {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const to = document.querySelector('.balance-line')?.getBoundingClientRect();
    const from = box.current?.getBoundingClientRect();
    if (to === undefined || from === undefined) return undefined;
    const [x, y] = [to.x + to.width / 3 - from.x, to.y + to.height / 3 - from.y];
    const flights = [...(box.current?.children ?? [])].map((seed, at) => {
      const aside = (at - (SEEDS - 1) / 2) * 14;
      return seed.animate(
        [
          { transform: 'scale(0)', opacity: 1, easing: 'ease-out' },
          { transform: `translate(${aside}px, -${40 + (at % 3) * 12}px)`, opacity: 1, offset: 0.4, easing: 'ease-in' },
          { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0.2 },
        ],
        { duration: SEED_MS, delay: at * NEXT_SEED_MS, fill: 'backwards' },
      );
    });
    return () => {
      for (const flight of flights) flight.cancel();
    };
  }, []);
  return <span ref={box} className="seed-flight" aria-hidden="true">{Array.from({ length: SEEDS }, (_, at) => <i key={at} />)}</span>;
}

/** The events by which the browser reports a key or a press, in their order. */
const PRESS_EVENTS = ['keydown', 'keyup', 'pointerdown', 'click'] as const;

/**
 * The carved board over the stage. Any press and any key ends it and does nothing else, because it could stake or lay a chip. A dialog that
 * has opened above it, as for a reality check, takes its own presses: they are not meant for the board, and would be lost.
 */
function Pits({ showing: { win }, winText }: Omit<Props, 'own'>) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOver) return undefined;
    const end = () => setOver(true);
    const timer = setTimeout(end, PITS_MS);
    // Only the release of a press that began on the board ends it.
    let expectedEnd = '';
    const takePress = (event: Event) => {
      if (document.querySelector('dialog[open]') !== null) {
        end();
        return;
      }
      if (event.type === 'keydown') expectedEnd = 'keyup';
      else if (event.type === 'pointerdown') expectedEnd = 'click';
      else if (event.type === expectedEnd) end();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const type of PRESS_EVENTS) addEventListener(type, takePress, true);
    return () => {
      clearTimeout(timer);
      for (const type of PRESS_EVENTS) removeEventListener(type, takePress, true);
    };
  }, [isOver]);
  if (isOver) return null;
  return (
    <div className="pits" aria-hidden="true">
      <p>{winText(formatNaira(win))}</p>
      <div>{Array.from({ length: PITS }, (_, at) => <i key={at} style={{ animationDelay: `${at * 130}ms` }} />)}</div>
    </div>
  );
}

/** A bonus's part of the win only counts up, because it does not go to the balance. */
function tierOf({ showing: { stake, win }, own }: Props): WinTier {
  const [whole, ofOwn] = [winTier(stake, win), winTier(...own)];
  if (whole === 'quiet') return whole;
  return ofOwn === 'quiet' ? 'line' : ofOwn;
}

/** Give it the key of the round, so that each round has its own. */
export function Celebration(props: Props) {
  const { key } = props.showing;
  const [tier] = useState(() => (celebratedKeys.includes(key) || prefersReducedMotion() ? 'quiet' : tierOf(props)));
  useEffect(() => {
    if (!celebratedKeys.includes(key)) celebratedKeys = [...celebratedKeys, key].slice(-MAX_CELEBRATED_KEYS);
  }, [key]);
  if (tier === 'quiet') return null;
  return (
    <>
      <CountUp {...props} />
      {tier === 'seeds' ? <Seeds /> : tier === 'pits' ? <Pits {...props} /> : null}
    </>
  );
}
