import type { Config } from '../config';
import { errorCode } from '../db/errors';
import { serveMetrics } from './listen';
import { createMetrics } from './metrics';
import type { MetricsDeps } from './metrics';

/** The port of the metrics can't be listened on; the message is one line that says which and why. */
export class MetricsPortError extends Error {
  override readonly name = 'MetricsPortError';
}

/** Serves the metrics where the configuration names a port. The returned function stops that. Throws MetricsPortError. */
export async function startMetrics(
  { metricsHost: host, metricsPort: port }: Pick<Config, 'metricsHost' | 'metricsPort'>, deps: MetricsDeps,
): Promise<() => Promise<void>> {
  if (port === undefined) return () => Promise.resolve();
  const metrics = createMetrics(deps);
  try {
    const close = await serveMetrics(metrics, { host, port });
    return async () => {
      await close();
      metrics.stop();
    };
  } catch (error) {
    metrics.stop();
    throw new MetricsPortError(`The metrics can't be served on ${host}:${port} (${errorCode(error) ?? 'unknown'}). Set METRICS_PORT.`, { cause: error });
  }
}
