/** Brings this page to the session that the entries of local storage name, because another tab signed in or out, or this page was away. */
import { localEntries, readSessionEntries } from '../../state/local-entries';
import { leaveSession } from '../../state/session';
import type { PlayerAccess } from '../player-bridge';
import { currentIds } from './ids';

export function createAdopt(player: PlayerAccess): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();

  const isSessionOfEntries = () => readSessionEntries(localEntries())?.sessionId === currentIds()?.sessionId;

  async function adopt(): Promise<void> {
    // A guest who stays a guest needs none of the player's code.
    if (player.bridge() === null && isSessionOfEntries()) return;
    await player.use((bridge) => bridge.adopt());
    // The code can't be loaded now. The page then holds nothing of a player but their ids, so only these are dropped.
    if (player.bridge() === null && !isSessionOfEntries()) leaveSession();
  }

  return () => {
    // Calls run one after the other: loading the player's bridge for the first call makes another one, and whoever waits for a
    // call goes on only when the device is fenced.
    const adopting = last.then(adopt);
    last = adopting.catch(() => undefined);
    return adopting;
  };
}
