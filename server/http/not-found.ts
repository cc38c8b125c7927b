import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './errors';
import { ProblemError } from './problem';

/** Answers a call below `/api` that no route takes. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(request, reply, new ProblemError('not-found', 'There is nothing here.'));
}
