/** JSON lines: one per request that changed something or failed, one per event of a domain; each with the request's id. */
import type { Writable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { LogController } from 'fastify';
import type { Foundation } from '../foundation';
import { isRead } from './guards';
import { redact } from './redact';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  readonly level: LogLevel;
  readonly stream: Writable;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Fastify's options about logging; its own lines about requests (they carry whole addresses) are off. */
export function logOptions({ level, stream }: LogOptions): Pick<FastifyServerOptions, 'logger' | 'logController'> {
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

/** What `Foundation.log` is. An event with `alert: true` is one that somebody must act on, so it is an error. */
export function eventLog(log: Pick<FastifyBaseLogger, 'info' | 'error'>): Foundation['log'] {
  return (event, details = {}) => log[details['alert'] === true ? 'error' : 'info']({ event, ...details });
}

/** One line about an answered request: the route's pattern, never the address itself. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const level = reply.statusCode >= 500 ? 'warn' : isRead(request.method) && reply.statusCode < 400 ? 'debug' : 'info';
  request.log[level]({
    event: 'http.request',
    method: request.method,
    route: request.routeOptions.url ?? null,
    userId: request.guarded?.caller?.userId,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  });
}

/** For what has something to say before there is a server: one line of the same kind. */
export function lineLog(stream: Writable, event: string): (message: string) => void {
  return (message) => {
    stream.write(`${JSON.stringify({ level: 'info', at: new Date().toISOString(), event, message: redact(message) })}\n`);
  };
}
