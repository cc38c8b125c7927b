import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './errors';
import { ProblemError } from './problem';

/** What no route answers, below `/api`. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(request, reply, new ProblemError('not-found', 'There is nothing here.'));
}
