import type { FaultRow, Tool } from './coverage';

const PW: readonly Tool[] = ['PW'];
const VT: readonly Tool[] = ['VT'];
const BOTH: readonly Tool[] = ['PW', 'VT'];

const row = (id: string, tools: readonly Tool[], fault: string): FaultRow => ({ id, tools, fault });

/** Every fault of a real phone that the site survives, and where that has to be shown. */
export const FAULT_ROWS: readonly FaultRow[] = [
  row('A-01', PW, 'a deploy while a tab is open: its chunks are there, or one guarded reload'),
  row('A-02', PW, 'a new service worker during a money form or a round waits for its end'),
  row('A-03', PW, 'two tabs of two versions'),
  row('A-04', BOTH, 'a database upgrade blocked by an old tab'),
  row('A-05', BOTH, 'the IndexedDB connection is lost'),
  row('A-06', VT, 'opening IndexedDB never settles'),
  row('A-07', PW, 'no IndexedDB at all'),
  row('A-08', PW, 'the quota is exceeded'),
  row('A-09', PW, 'localStorage throws'),
  row('A-10', PW, 'storage is evicted, whole or in part'),
  row('A-11', PW, 'the service worker is stopped during a GET'),
  row('A-12', PW, 'the service worker is stopped, or a socket dropped, during a money POST'),
  row('A-13', PW, 'the service worker’s globals are lost between events'),
  row('A-14', PW, 'a captive portal during install'),
  row('A-15', BOTH, 'a captive portal during calls'),
  row('A-16', PW, 'connected, and nothing answers'),
  row('A-17', PW, 'connected and nothing answers, then healed'),
  row('A-18', PW, 'one byte a second'),
  row('A-19', VT, 'truncated, wrong-schema, wrong-currency and huge JSON'),
  row('A-20', VT, 'a wrong phone clock, and one that jumps'),
  row('A-21', PW, 'back from the payment page through the back/forward cache'),
  row('A-22', PW, 'a hidden or frozen tab'),
  row('A-23', PW, 'five tabs, one of which polls'),
  row('A-24', BOTH, 'one signs out, another signs in on a shared phone'),
  row('A-25', PW, 'sign-out while offline'),
  row('A-26', ['VT', 'platform'], 'consents offline, twice, of another player, withdrawn meanwhile'),
  row('A-27', PW, 'the session expires while offline'),
  row('A-28', PW, 'the session is revoked elsewhere'),
  row('A-29', PW, 'a bad service worker was shipped'),
  row('A-30', PW, 'exactly one registration, of scope /'),
  row('A-31', BOTH, 'the Comlink worker dies or hangs'),
  row('A-32', VT, '429 and 503 with Retry-After, storms of 5xx'),
  row('A-33', VT, 'an answer of 10 MB'),
  row('A-34', PW, 'the tab is closed in the middle of a deposit or a round'),
  row('A-35', PW, 'offline, every route straight by its address'),
];
