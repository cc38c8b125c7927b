import { FIRST_PATHS, iconOf } from './icons';

const PATHS = {
  ...FIRST_PATHS,
  back: 'M20 12H4.5M11 5.5 4.5 12l6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  chevron: 'M9 5l7 7-7 7',
  'chevron-down': 'M5 9l7 7 7-7',
  check: 'M5 12.8 9.7 17.5 19 7.5',
  warning:
    'M10.6 4.8a1.6 1.6 0 0 1 2.8 0l7 12.3a1.6 1.6 0 0 1-1.4 2.4H5a1.6 1.6 0 0 1-1.4-2.4ZM12 9.5v4M12 16.5h.01',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  spin: 'M19.5 13a7.6 7.6 0 1 1-2.1-6.2L20 9.5M20 4.5v5h-5',
  play: 'M8 5.3a.8.8 0 0 1 1.2-.7l10 6.7a.8.8 0 0 1 0 1.4l-10 6.7A.8.8 0 0 1 8 18.7Z',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.6 9.7a2.4 2.4 0 1 1 3.5 2.1c-.7.4-1.1.9-1.1 1.7M12 16.5h.01',
  edit: 'M14 6.8 17.2 10M4 20l1-4.2L16.2 4.6a1.5 1.5 0 0 1 2.1 0l1.1 1.1a1.5 1.5 0 0 1 0 2.1L8.2 19Z',
  history: 'M4 8.5A8.5 8.5 0 1 1 3.5 12M4 3.8v4.7h4.7M12 7.8V12l3 2',
  wallet:
    'M18 8.5V6.5A1.5 1.5 0 0 0 16.5 5h-10A2.5 2.5 0 0 0 4 7.5v9A2.5 2.5 0 0 0 6.5 19h12a1.5 1.5 0 0 0 1.5-1.5V10a1.5 1.5 0 0 0-1.5-1.5h-12a2 2 0 0 1-2-1M16 13.8h.01',
  logout: 'M13.5 4.5h-7A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5h7M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  mail: 'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v10a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17V7a1.5 1.5 0 0 1 1.5-1.5ZM4.5 7.5 12 13l7.5-5.5',
};

export type IconName = keyof typeof PATHS;

/** Every icon, for pages and for what is loaded later than the first screen. */
export const Icon = iconOf(PATHS);
