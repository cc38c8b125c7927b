/** Answers those who watch the process: `/livez` for what would restart it, `/readyz` for the proxy that sends calls to it. */
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness';

export interface ProbeDeps {
  readonly version: string;
  /** Looks at the database; missing where this process has none. */
  readonly checkReadiness?: () => Promise<Readiness>;
}

/** Where there is no database, calls go to a platform that is watched by others. */
const WITHOUT_DATABASE = { database: 'none', schema: 'none', money: 'none' } as const;

/**
 * Registers both. `/livez` answers 200 as long as the event loop does: it asks no database, because a failover must not restart every
 * process. Whether money is open stands in the body of `/readyz` alone: the catalogue is served also while money is closed.
 */
export function registerProbes(app: FastifyInstance, { version, checkReadiness }: ProbeDeps): void {
  const options = { config: { isProbe: true, lane: 'none' } } as const;
  app.get('/livez', options, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive', version }));

  app.get('/readyz', options, async (_request, reply) => {
    const isDraining = app.drain.stage !== 'serving';
    // The answer is known without the database, which may be ending, too.
    const state = isDraining || checkReadiness === undefined ? WITHOUT_DATABASE : await checkReadiness();
    const isReady = !isDraining && state.database !== 'standby' && state.database !== 'down' && state.schema !== 'behind' && state.schema !== 'ahead';
    void reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    if (isDraining) return reply.send({ status: 'draining', version });
    return reply.send({ status: isReady ? 'ready' : 'not-ready', version, ...state });
  });
}
