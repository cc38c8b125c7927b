/** Another tab signed in or out, or this page was away: the entries of local storage say what holds. */
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { leaveSession } from '../../state/session';
import type { PlayerAccess } from '../player-part';
import { currentIds } from './ids';

export function createAdopt(player: PlayerAccess): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();

  const isOfEntries = () => readSessionEntries(localEntries())?.sessionId === currentIds()?.sessionId;

  async function adopt(): Promise<void> {
    // A guest who stays one needs none of the player's code.
    if (player.part() === null && isOfEntries()) return;
    await player.use((part) => part.adopt());
    // Its code can't be had now, so nothing of a player is on the page but their ids.
    if (player.part() === null && !isOfEntries()) leaveSession();
  }

  return () => {
    // One after the other: the part that is loaded for the first one asks, too, and whoever asks goes on only when the device is fenced.
    const adopting = last.then(adopt);
    last = adopting.catch(() => undefined);
    return adopting;
  };
}
