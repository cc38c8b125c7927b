/** The programs that a run needs, as Debian's packages install them. */
import { accessSync, constants } from 'node:fs';
import { findProgram } from '../support/programs';

export interface Programs {
  readonly etcd: string;
  readonly patroni: string;
  readonly patronictl: string;
  readonly haproxy: string;
}

/** Debian's PostgreSQL, which patroni.yml names. */
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';

/** Finds the programs; throws an Error that names all packages to install. */
export function requirePrograms(): Programs {
  const [etcd, patroni, patronictl, haproxy] = ['etcd', 'patroni', 'patronictl', 'haproxy'].map(findProgram);
  const missing = [
    ...(etcd ? [] : ['etcd-server']), ...(patroni && patronictl ? [] : ['patroni']), ...(haproxy ? [] : ['haproxy']), ...(isThere(POSTGRES) ? [] : ['postgresql-15']),
  ];
  if (!etcd || !patroni || !patronictl || !haproxy || missing.length > 0) {
    throw new Error(`These packages are missing (Debian 12): apt-get install ${missing.join(' ')}`);
  }
  return { etcd, patroni, patronictl, haproxy };
}

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
