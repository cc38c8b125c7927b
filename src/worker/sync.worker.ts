/** The entry of the Comlink worker: counts what it downloads and exposes the sync. Nothing else. */
import { expose } from 'comlink';
import { countTransfers } from '../api/data-used';
import { syncOfThisRealm } from './realm';

countTransfers();
expose(syncOfThisRealm());
