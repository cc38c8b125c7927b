import type { ReactElement } from 'react';

/** One table: 24 px grid, drawn with a round 1.75 stroke in currentColor. `M12 8h.01` is how a dot is drawn. */
const PATHS = {
  lobby: 'M4 10.6 12 4l8 6.6V18.5a1.5 1.5 0 0 1-1.5 1.5H15v-5a3 3 0 0 0-6 0v5H5.5A1.5 1.5 0 0 1 4 18.5Z',
  games: 'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3ZM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  deposit: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.3 16V8l5.4 8V8M7.4 11h9.2M7.4 13.2h9.2',
  gift: 'M4.5 12v7h15v-7M4 8h16v4H4ZM12 8v11M8 4l4 4 4-4',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.7-3.5 3.7-5.5 7.5-5.5s6.8 2 7.5 5.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.2 15.2 20 20',
  back: 'M20 12H4.5M11 5.5 4.5 12l6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  chevron: 'M9 5l7 7-7 7',
  'chevron-down': 'M5 9l7 7 7-7',
  check: 'M5 12.8 9.7 17.5 19 7.5',
  warning:
    'M10.6 4.8a1.6 1.6 0 0 1 2.8 0l7 12.3a1.6 1.6 0 0 1-1.4 2.4H5a1.6 1.6 0 0 1-1.4-2.4ZM12 9.5v4M12 16.5h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.2V16M12 8h.01',
  offline:
    'M4 4l16 16M8.7 15.6a4.8 4.8 0 0 1 6.6 0M5.6 12.3a9.3 9.3 0 0 1 4.2-2.4M14.5 10a9.3 9.3 0 0 1 3.9 2.3' +
    'M2.5 9a14 14 0 0 1 4-2.7M10.5 5.1A14 14 0 0 1 21.5 9M12 19h.01',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  spin: 'M19.5 13a7.6 7.6 0 1 1-2.1-6.2L20 9.5M20 4.5v5h-5',
  play: 'M8 5.3a.8.8 0 0 1 1.2-.7l10 6.7a.8.8 0 0 1 0 1.4l-10 6.7A.8.8 0 0 1 8 18.7Z',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.6 9.7a2.4 2.4 0 1 1 3.5 2.1c-.7.4-1.1.9-1.1 1.7M12 16.5h.01',
  lock: 'M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11ZM8 11V8a4 4 0 0 1 8 0v3',
  edit: 'M14 6.8 17.2 10M4 20l1-4.2L16.2 4.6a1.5 1.5 0 0 1 2.1 0l1.1 1.1a1.5 1.5 0 0 1 0 2.1L8.2 19Z',
  history: 'M4 8.5A8.5 8.5 0 1 1 3.5 12M4 3.8v4.7h4.7M12 7.8V12l3 2',
  wallet:
    'M18 8.5V6.5A1.5 1.5 0 0 0 16.5 5h-10A2.5 2.5 0 0 0 4 7.5v9A2.5 2.5 0 0 0 6.5 19h12a1.5 1.5 0 0 0 1.5-1.5V10a1.5 1.5 0 0 0-1.5-1.5h-12a2 2 0 0 1-2-1M16 13.8h.01',
  logout: 'M13.5 4.5h-7A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5h7M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  shield: 'M12 3.5 19 6v5.5c0 4.5-2.9 7.5-7 9-4.1-1.5-7-4.5-7-9V6Z',
  mail: 'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v10a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17V7a1.5 1.5 0 0 1 1.5-1.5ZM4.5 7.5 12 13l7.5-5.5',
};

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  /** CSS pixels; 24 is the size it is drawn for. */
  size?: number;
  /** Only where no text beside it says the same; without it the icon is hidden from screen readers. */
  label?: string;
  className?: string;
}

export function Icon({ name, size = 24, label, className }: IconProps): ReactElement {
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
      <path d={PATHS[name]} />
    </svg>
  );
}
