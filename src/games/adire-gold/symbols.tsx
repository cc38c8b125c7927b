import type { ReactElement, ReactNode } from 'react';
import type { AdireSymbol } from '../../core/games/slots/adire-gold';

/**
 * The nine symbols of Adire Gold on a grid of 96, without a ground of their own. High pays are objects in solid colour;
 * the four low ones are patterns as they are tied and painted on the cloth: lines and dots that resisted the dye.
 */
const DRAWN: Readonly<Record<AdireSymbol, ReactNode>> = {
  cowrie: (
    <>
      <path fill="var(--cloth-amber)" d="M50 6c20 0 34 18 34 41S69 91 49 91 14 74 14 50 29 6 50 6Z" />
      <path fill="var(--cloth-gold)" d="M46 6c20 0 32 18 32 41S66 91 46 91 14 74 14 50 26 6 46 6Z" />
      <path fill="var(--cloth-resist)" d="M32 17c-8 7-13 18-12 32 0 2 3 2 3 0 0-11 4-22 11-29 2-3 0-5-2-3Z" />
      <path fill="var(--cloth-night)" d="M50 9c-8 12-11 25-10 40 1 14 4 27 10 39 7-11 10-24 9-39 0-15-3-28-9-40Z" />
      <path
        fill="none"
        stroke="var(--cloth-amber)"
        strokeWidth="3"
        strokeLinecap="round"
        d="M34 27l7 2M32 37l7 2M31 47h8M32 58l8-1M34 69l8-2M65 27l-7 2M67 37l-7 2M68 47h-8M67 58l-8-1M65 69l-8-2"
      />
      <path
        fill="none"
        stroke="var(--cloth-gold)"
        strokeWidth="3.6"
        strokeLinecap="round"
        d="M43 29l3.5 1M41 39l4.5.5M40 48h5M41 57l4.5-.5M42.5 67l3.5-1M57 29l-3.5 1M58 39l-4.5.5M59 48h-5M58 57l-4.5-.5M57 67l-3.5-1"
      />
    </>
  ),
  pot: (
    <>
      <path fill="var(--cloth-clay)" d="M23 34c-9 8-14 17-14 27 0 18 17 29 39 29s39-11 39-29c0-10-5-19-14-27Z" />
      <path fill="var(--cloth-amber)" d="M15 48c-4 6-6 13-4 20 2 6 6 11 11 15-4-10-6-22-7-35Z" />
      <path
        fill="none"
        stroke="var(--cloth-resist)"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M12 55c23 6 49 6 72 0M12.5 71c23 7 48 7 71 0M18 65l7-5 7 6 8-5 8 6 8-6 8 5 7-6 7 5"
      />
      <ellipse cx="48" cy="32" rx="31" ry="10" fill="var(--cloth-resist)" />
      <ellipse cx="48" cy="32" rx="25" ry="6.8" fill="var(--cloth-blue)" />
      <path fill="var(--cloth-wash)" d="M28 31c6-4 26-6 36-2-10 0-26 0-36 2Z" />
      <path fill="var(--cloth-blue)" d="M62 36c3 2 3 8 3 13 0 6 7 6 7 0 0-6-1-10 0-15Z" />
      <path
        fill="var(--cloth-gold)"
        d="M48 3l2.4 6.6L57 12l-6.6 2.4L48 21l-2.4-6.6L39 12l6.6-2.4ZM25 9l1.4 3.6L30 14l-3.6 1.4L25 19l-1.4-3.6L20 14l3.6-1.4ZM71 9l1.4 3.6L76 14l-3.6 1.4L71 19l-1.4-3.6L66 14l3.6-1.4Z"
      />
    </>
  ),
  calabash: (
    <>
      <path
        fill="var(--cloth-amber)"
        d="M52 5c5 1 6 5 4 9-2 3-2 5-1 9 2 6 6 9 6 15 0 5-2 8 3 11 9 5 15 12 15 21 0 13-13 21-31 21S17 83 17 70c0-9 6-16 15-21 5-3 3-6 3-11 0-9 9-14 10-22 1-6 2-12 7-11Z"
      />
      <path
        fill="var(--cloth-gold)"
        d="M52 5c-5-1-6 5-7 11-1 8-10 13-10 22 0 5 2 8-3 11-9 5-15 12-15 21 0 9 6 15 15 19-3-12-1-28 6-37 6-8 3-13 5-20 2-9 4-19 9-27Z"
      />
      <path
        fill="none"
        stroke="var(--cloth-night)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M35.5 40c8 4 18 4 25 0M19 64c18 8 41 8 58 0M21 79c17 7 38 7 54 0M22 73l6-5 6 6 7-5 7 6 7-6 7 5 6-6 6 5"
      />
      <path fill="none" stroke="var(--cloth-resist)" strokeWidth="3" strokeLinecap="round" d="M24 62c2-4 5-7 9-9M40 34c1-3 3-5 5-8" />
    </>
  ),
  bird: (
    <>
      <path fill="var(--cloth-gold)" d="M17 30 4 35l13 4ZM27 16c-2-5 1-9 4-10 0 3 2 4 5 4 3 1 4 4 2 7ZM43 78l-3 12h-7M55 78l2 12h-7" />
      <path fill="none" stroke="var(--cloth-gold)" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" d="M43 76l-3 13h-7M56 76l3 13h-7" />
      <path
        fill="var(--cloth-resist)"
        d="M29 15c10 0 15 8 16 16 1 6 6 7 13 7 13 0 23-5 35-17-1 10-3 17-8 23 5-1 6-1 9-1-4 20-19 35-40 35-20 0-31-12-31-28 0-8 2-11-4-14-4-3-5-8-3-13 2-5 7-8 13-8Z"
      />
      <circle cx="27" cy="27" r="3.4" fill="var(--cloth-night)" />
      <path
        fill="none"
        stroke="var(--cloth-blue)"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M42 48c4 15 20 20 37 9M50 49c6 7 15 8 25 3"
      />
      <path
        fill="none"
        stroke="var(--cloth-blue)"
        strokeWidth="5"
        strokeLinecap="round"
        d="M32 44h.01M31 54h.01M35 63h.01M43 69h.01M53 72h.01M63 70h.01"
      />
    </>
  ),
  comb: (
    <>
      <path
        fill="var(--cloth-wash)"
        d="M39 5h18c3 0 5 2 5 5 0 5-4 7-4 12 0 8 18 8 18 21v44c0 6-8 6-8 0V53h-5v37c0 6-8 6-8 0V53h-4v37c0 6-6 6-6 0V53h-4v37c0 6-8 6-8 0V53h-5v34c0 6-8 6-8 0V43c0-13 18-13 18-21 0-5-4-7-4-12 0-3 2-5 5-5Z"
      />
      <path
        fill="none"
        stroke="var(--cloth-resist)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M21 47.5h54M27 40.5l6-5 6 5 9-7 9 7 6-5 6 5M41 11.5h14M42.5 18h11"
      />
      <path fill="var(--cloth-gold)" d="M48 22.5l4 4.5-4 4.5-4-4.5Z" />
    </>
  ),
  leaf: (
    <>
      <path fill="var(--cloth-leaf)" d="M84 12c4 30-2 54-20 64-13 7-29 5-36-5-8-11-6-27 5-38 12-12 30-15 51-21Z" />
      <path fill="var(--cloth-night)" fillOpacity="0.28" d="M84 12c4 30-2 54-20 64-13 7-29 5-36-5 22-12 42-34 56-59Z" />
      <path
        fill="none"
        stroke="var(--cloth-resist)"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M10 88c7-4 12-9 18-16C47 59 63 42 75 25M37 64c-3-7-3-14-1-21M50 52c-2-7-2-14 1-21M62 41c-1-5 0-10 2-15M38 64c7 3 14 4 21 2M50 53c7 3 14 3 21 1M63 40c5 2 10 2 15 1"
      />
    </>
  ),
  star: (
    <>
      <path
        fill="none"
        stroke="var(--cloth-resist)"
        strokeWidth="4.2"
        strokeLinejoin="round"
        d="M48 8l9.6 16.9L76.3 19.7 71.1 38.4 88 48l-16.9 9.6 5.2 18.7-18.7-5.2L48 88l-9.6-16.9-18.7 5.2 5.2-18.7L8 48l16.9-9.6-5.2-18.7 18.7 5.2Z"
      />
      <path
        fill="none"
        stroke="var(--cloth-wash)"
        strokeWidth="3.6"
        strokeLinejoin="round"
        d="M48 26l5.4 9 10.2-2.6L61 42.6l9 5.4-9 5.4 2.6 10.2L53.4 61 48 70l-5.4-9-10.2 2.6L35 53.4 26 48l9-5.4-2.6-10.2L42.6 35Z"
      />
      <circle cx="48" cy="48" r="6.5" fill="var(--cloth-gold)" />
    </>
  ),
  ring: (
    <>
      <path
        fill="none"
        stroke="var(--cloth-resist)"
        strokeWidth="5"
        d="M48 9c10-1 19 3 27 11 8 8 13 17 12 28-1 10-4 19-12 27-8 8-17 12-27 12s-20-3-28-11C12 68 9 59 9 48s3-19 11-27c8-8 18-12 28-12Z"
      />
      <path
        fill="none"
        stroke="var(--cloth-wash)"
        strokeWidth="5"
        d="M48 23c7 0 13 2 18 7 5 5 8 11 7 18 0 7-2 13-7 18-5 5-11 7-18 7s-13-2-18-7c-5-5-7-11-7-18s2-13 7-18c5-5 11-7 18-7Z"
      />
      <circle cx="48" cy="48" r="11" fill="none" stroke="var(--cloth-resist)" strokeWidth="4.6" />
    </>
  ),
  dot: (
    <>
      <path
        fill="none"
        stroke="var(--cloth-resist)"
        strokeWidth="4.2"
        d="M22 13.5a8.5 8.5 0 1 0 .01 0ZM74 13.5a8.5 8.5 0 1 0 .01 0ZM48 39.5a8.5 8.5 0 1 0 .01 0ZM22 65.5a8.5 8.5 0 1 0 .01 0ZM74 65.5a8.5 8.5 0 1 0 .01 0Z"
      />
      <path
        fill="none"
        stroke="var(--cloth-wash)"
        strokeWidth="9"
        strokeLinecap="round"
        d="M48 22h.01M22 48h.01M74 48h.01M48 74h.01"
      />
      <path
        fill="none"
        stroke="var(--cloth-resist)"
        strokeWidth="4.2"
        strokeLinecap="round"
        d="M35 35h.01M61 35h.01M35 61h.01M61 61h.01"
      />
    </>
  ),
};

const ID_PREFIX = 'adire-';

/** All symbols, once on the page; `AdireSymbolArt` shows one of them as often as needed. */
export function AdireSymbolDefs(): ReactElement {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        {Object.entries(DRAWN).map(([name, drawn]) => (
          <symbol key={name} id={ID_PREFIX + name} viewBox="0 0 96 96">
            {drawn}
          </symbol>
        ))}
      </defs>
    </svg>
  );
}

/** One symbol; the size comes from CSS. Hidden from screen readers, which are told the result in words. */
export function AdireSymbolArt({ name, className }: { name: AdireSymbol; className?: string }): ReactElement {
  return (
    <svg className={className} viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <use href={`#${ID_PREFIX}${name}`} />
    </svg>
  );
}
