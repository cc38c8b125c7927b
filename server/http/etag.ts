import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotModified } from './router';

/** Says whether `If-None-Match` names this tag (without quotes); weak tags count, as RFC 9110 says for this header. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => {
    const name = each.trim().replace(/^W\//, '');
    return name === '*' || name === `"${tag}"`;
  });
}

/** Makes a strong tag of a body; it changes with every byte. */
export function tagOf(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/**
 * Answers with 304, without making the body, when the caller has the version that `tag` names; else with the body that `make`
 * returns, and the tag. For tags that one indexed row gives.
 */
export async function withTag<T>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  tag: string,
  make: () => Promise<T> | T,
): Promise<T | NotModified> {
  if (namesTag(request.headers['if-none-match'], tag)) return new NotModified(tag);
  void reply.header('etag', `"${tag}"`);
  return make();
}
