/** Writes the log as JSON lines: one per request that changed something or failed, and one per event of a domain. */
import type { Writable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { LogController } from 'fastify';
import type { Log } from '../db/log';
import type { Foundation } from '../foundation';
import { measure } from '../measurements';
import { isRead } from './guards';
import { redact } from './redact';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  readonly level: LogLevel;
  readonly stream: Writable;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Makes Fastify's options for the log. Its own lines about requests are off, because they carry whole addresses. */
export function toLoggerOptions({ level, stream }: LogOptions): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    logger: {
      level,
      stream,
      base: null,
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: (details) => {
          const redacted = redact(details);
          return isRecord(redacted) ? redacted : {};
        },
      },
    },
  };
}

/** Makes `Foundation.log`. Somebody must act on an event with `alert: true`, so it is logged as an error. */
export function createEventLog(log: Pick<FastifyBaseLogger, 'info' | 'error'>): Foundation['log'] {
  return (event, details = {}) => log[details['alert'] === true ? 'error' : 'info']({ event, ...details });
}

/** Logs and measures an answered request with the route's pattern, never with the address itself. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { url = null } = request.routeOptions;
  measure('http.answered', { route: url, method: request.method, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
  const level = reply.statusCode >= 500 ? 'warn' : isRead(request.method) && reply.statusCode < 400 ? 'debug' : 'info';
  request.log[level]({
    event: 'http.request',
    method: request.method,
    route: url,
    userId: request.guardResult?.caller?.userId,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  });
}

/** Makes a log for the time before there is a server; its lines have the same form. */
export function createLineLog(stream: Writable, event: string): Log {
  return (message, { alert } = {}) => {
    const level = alert === true ? 'error' : 'info';
    stream.write(`${JSON.stringify({ level, at: new Date().toISOString(), event, ...(alert === true && { alert }), message: redact(message) })}\n`);
  };
}
