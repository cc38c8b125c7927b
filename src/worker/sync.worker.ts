/** The entry of the Comlink worker: exposes the sync. Nothing else. */
import { expose } from 'comlink';
import { syncOfThisRealm } from './realm';

expose(syncOfThisRealm());
