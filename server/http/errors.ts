/** Answers every error as problem details (RFC 9457), whoever threw it. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode, CommitUnknownError, isTransientConflict, isUnavailable } from '../db/errors';
import { ProblemError } from './problem';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
/** Lock not available, query canceled: the database answers, but is too busy. */
const BUSY_SQL_STATES = new Set(['55P03', '57014']);
/** Class 22, data exceptions: a value that no column can hold, for example a NUL in a text. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;
const RETRY_AFTER_SECONDS = 2;

/** Returns the problem for an error; undefined when the platform itself is at fault. */
export function toProblem(error: unknown, isMoney: boolean): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (isDatabaseFailure(error)) {
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    return isMoney
      ? new ProblemError('money-unavailable', 'We don’t know yet whether this went through. Your money is safe.', retry)
      : new ProblemError('unavailable', 'This does not work right now. Try again in a moment.', retry);
  }
  if (isDataException(error)) return new ProblemError('bad-request', 'This can’t be stored.');
  return toFrameworkProblem(error);
}

function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof CommitUnknownError || isUnavailable(error) || isTransientConflict(error)) return true;
  return BUSY_SQL_STATES.has(errorCode(error) ?? '');
}

function isDataException(error: unknown): boolean {
  return DATA_EXCEPTION.test(errorCode(error) ?? '');
}

/** Returns the problem for a request that Fastify refused before a handler ran. */
function toFrameworkProblem(error: unknown): ProblemError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ProblemError('not-found', 'There is nothing here.');
  if (statusCode === 413) return new ProblemError('too-large', 'This is too large.');
  if (statusCode === 415) return new ProblemError('unsupported-media-type', 'Send the request as JSON.');
  if (statusCode === 404) return new ProblemError('not-found', 'There is nothing here.');
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return isClientError ? new ProblemError('bad-request', 'This request can’t be read.') : undefined;
}

/** Answers a problem. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): FastifyReply {
  const { retryAfterSeconds } = problem.extra;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  return sendProblemText(reply, problem.status, JSON.stringify(problem.toBody(request.id)));
}

/** Sends a problem that is text already. */
export function sendProblemText(reply: FastifyReply, status: number, text: string): FastifyReply {
  void reply.removeHeader('etag');
  return reply.code(status).header('cache-control', 'no-store').type(PROBLEM_TYPE).send(text);
}

/** Handles Fastify's errors, also those of requests that it can't route. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, request.routeOptions.config.isMoney === true);
  // The schema should have refused a value that the database refuses. The caller gets a 400, but we log it as an error of ours.
  if (problem === undefined || isDataException(error)) {
    request.log.error({ event: 'http.failed', route: request.routeOptions.url, error, ...(problem === undefined && { alert: true }) });
  }
  return sendProblem(request, reply, problem ?? new ProblemError('internal', 'Something went wrong here.'));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a call that moves money, which may have happened although it can't be answered. */
    isMoney?: boolean;
  }
}
