/** Every error leaves as problem details (RFC 9457), whoever threw it. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode, CommitUnknownError, isTransientConflict, isUnavailable } from '../db/errors';
import { ProblemError } from './problem';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
/** Lock not available, query canceled: the database is there, but too busy. */
const BUSY_SQL_STATES = new Set(['55P03', '57014']);
/** Class 22, data exceptions: a value that no column can hold, for example a NUL in a text. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;
const RETRY_AFTER_SECONDS = 2;

/** The problem that an error is told as; `undefined` when it is nobody's fault but ours. */
export function toProblem(error: unknown, isMoney: boolean): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (isDatabaseTrouble(error)) {
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    return isMoney
      ? new ProblemError('money-unavailable', 'We cannot say yet what became of this. Your money is safe.', retry)
      : new ProblemError('unavailable', 'This does not work right now. Try again in a moment.', retry);
  }
  if (isDataException(error)) return new ProblemError('bad-request', 'This can’t be stored.');
  return ofFramework(error);
}

function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof CommitUnknownError || isUnavailable(error) || isTransientConflict(error)) return true;
  return BUSY_SQL_STATES.has(errorCode(error) ?? '');
}

function isDataException(error: unknown): boolean {
  return DATA_EXCEPTION.test(errorCode(error) ?? '');
}

/** What Fastify refuses before a handler runs. */
function ofFramework(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ProblemError('not-found', 'There is nothing here.');
  if (statusCode === 413) return new ProblemError('too-large', 'This is too large.');
  if (statusCode === 415) return new ProblemError('unsupported-media-type', 'Send JSON.');
  if (statusCode === 404) return new ProblemError('not-found', 'There is nothing here.');
  const isTheirs = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return isTheirs ? new ProblemError('bad-request', 'This request can’t be read.') : undefined;
}

/** Answers a problem. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): FastifyReply {
  const { retryAfterSeconds } = problem.extra;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  return sendProblemText(reply, problem.status, JSON.stringify(problem.toBody(request.id)));
}

/** The same for a problem that is text already. */
export function sendProblemText(reply: FastifyReply, status: number, text: string): FastifyReply {
  void reply.removeHeader('etag');
  return reply.code(status).header('cache-control', 'no-store').type(PROBLEM_TYPE).send(text);
}

/** Fastify's error handler, and its handler of what it can't route. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, request.routeOptions.config.isMoney === true);
  // What the database refused should have been refused before: it is told as theirs, and looked at as ours.
  if (problem === undefined || isDataException(error)) {
    request.log.error({ event: 'http.failed', route: request.routeOptions.url, error, ...(problem === undefined && { alert: true }) });
  }
  return sendProblem(request, reply, problem ?? new ProblemError('internal', 'Something went wrong here.'));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call moves money: that it can't be answered says nothing about whether it happened. */
    isMoney?: boolean;
  }
}
