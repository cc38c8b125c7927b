import type { ReactElement } from 'react';

/**
 * Icons on a grid of 24 px, drawn with a round stroke of 1.75 in currentColor. `M12 8h.01` draws a dot. These icons are on the first
 * screen; `more-icons.tsx` has those of other pages.
 */
export const FIRST_PATHS = {
  lobby: 'M4 10.6 12 4l8 6.6V18.5a1.5 1.5 0 0 1-1.5 1.5H15v-5a3 3 0 0 0-6 0v5H5.5A1.5 1.5 0 0 1 4 18.5Z',
  games: 'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3ZM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  deposit: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.3 16V8l5.4 8V8M7.4 11h9.2M7.4 13.2h9.2',
  gift: 'M4.5 12v7h15v-7M4 8h16v4H4ZM12 8v11M8 4l4 4 4-4',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.7-3.5 3.7-5.5 7.5-5.5s6.8 2 7.5 5.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.2 15.2 20 20',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.2V16M12 8h.01',
  offline:
    'M4 4l16 16M8.7 15.6a4.8 4.8 0 0 1 6.6 0M5.6 12.3a9.3 9.3 0 0 1 4.2-2.4M14.5 10a9.3 9.3 0 0 1 3.9 2.3' +
    'M2.5 9a14 14 0 0 1 4-2.7M10.5 5.1A14 14 0 0 1 21.5 9M12 19h.01',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  lock: 'M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11ZM8 11V8a4 4 0 0 1 8 0v3',
  shield: 'M12 3.5 19 6v5.5c0 4.5-2.9 7.5-7 9-4.1-1.5-7-4.5-7-9V6Z',
};

export type IconName = keyof typeof FIRST_PATHS;

export interface IconProps<Name extends string> {
  name: Name;
  /** CSS pixels. The icons are drawn for 24. */
  size?: number;
  /** Pass a label only where no text beside the icon says the same. Without a label the icon is hidden from screen readers. */
  label?: string;
  className?: string;
}

/** Makes the component that draws the icons of a table. */
export function iconOf<Name extends string>(paths: Readonly<Record<Name, string>>) {
  return function Icon({ name, size = 24, label, className }: IconProps<Name>): ReactElement {
    return (
      <svg
        className={className}
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
        role={label === undefined ? undefined : 'img'}
        aria-label={label}
        aria-hidden={label === undefined ? true : undefined}
      >
        <path d={paths[name]} />
      </svg>
    );
  };
}

export const Icon = iconOf(FIRST_PATHS);
