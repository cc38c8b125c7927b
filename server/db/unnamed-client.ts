import type pg from 'pg';
import { PatientClient } from './patient-client';

/**
 * A connection that sends every statement without its name. A statement with a name is prepared once at one connection of the server; a pooler
 * in transaction mode gives each transaction another one, where it does not exist.
 */
export class UnnamedClient extends PatientClient {}

/**
 * Says whether a connection of this pool is one of the server as long as it lasts. Behind a pooler it is another one for each transaction, so a lock
 * of a connection would stay with somebody else.
 */
export const hasOwnConnections = (pool: pg.Pool): boolean => pool.options.Client !== UnnamedClient;

const send: unknown = Reflect.get(PatientClient.prototype, 'query');
if (typeof send !== 'function') throw new Error('the client has no method query');

// `query` has a dozen signatures, of which each would have to be written again to override it.
Object.defineProperty(UnnamedClient.prototype, 'query', {
  value(this: pg.Client, statement: unknown, ...rest: unknown[]): unknown {
    return Reflect.apply(send, this, [withoutName(statement), ...rest]);
  },
});

function withoutName(statement: unknown): unknown {
  // Objects of other classes, such as cursors, send themselves.
  if (typeof statement !== 'object' || statement === null || !('name' in statement) || 'submit' in statement) return statement;
  return { ...statement, name: undefined };
}
