/** The cookies that come and go with a session. */
import type { FastifyReply } from 'fastify';
import type { Platform } from '../platform';
import { SESSION_COOKIE_SECONDS } from './anti-forgery';
import type { AntiForgery } from './anti-forgery';
import { BINDING_COOKIE, GUEST_COOKIE, clearCookie, setCookie } from './cookies';

declare module 'fastify' {
  interface FastifyInstance {
    /** Of this platform; put there by `server/app.ts`. */
    antiForgery: AntiForgery;
  }
}

/** Gives the browser that has just signed in the binding cookie of its session, and a token bound to it. */
export function issueSession(reply: FastifyReply, { config }: Pick<Platform, 'config'>, session: { readonly bindingSecret: string }): void {
  setCookie(reply, config, BINDING_COOKIE, session.bindingSecret, { maxAgeSeconds: SESSION_COOKIE_SECONDS });
  clearCookie(reply, config, GUEST_COOKIE);
  reply.server.antiForgery.issueForSession(reply, session.bindingSecret);
}

/** Makes the browser a guest's again. */
export function forgetSession(reply: FastifyReply, { config }: Pick<Platform, 'config'>): void {
  clearCookie(reply, config, BINDING_COOKIE);
  reply.server.antiForgery.issueForGuest(reply);
}
