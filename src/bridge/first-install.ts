/** What was asked before the service worker was in charge has passed it by: it is asked once more, to be kept. */
import { appStore } from '../state/app';
import { can } from '../state/catalogue';
import { loadGames } from './actions/games';
import { loadHost } from './host';
import { recheckSession } from './sync-worker';

/** From now on: at the end of the first install a device that loses its connection has what is on the screen. */
export function keepWhatIsKnown(): void {
  appStore.subscribe((now, before) => {
    if (now.update !== 'ready-offline' || before.update === 'ready-offline') return;
    void loadHost();
    if (can('games')) void loadGames();
    void recheckSession();
  });
}
