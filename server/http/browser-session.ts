/** Sets and clears the cookies of a session. */
import type { FastifyReply } from 'fastify';
import { DAY_MS } from '../../src/core/time';
import type { Foundation } from '../foundation';
import { SESSION_COOKIE_SECONDS } from './anti-forgery';
import type { AntiForgery } from './anti-forgery';
import { BINDING_COOKIE, DEVICE_COOKIE, GUEST_COOKIE, clearCookie, setCookie } from './cookies';

declare module 'fastify' {
  interface FastifyInstance {
    /** The anti-forgery of this platform; `server/app.ts` sets it. */
    antiForgery: AntiForgery;
  }
}

/** Browsers keep no cookie longer than this; each sign-in starts the time again. */
const DEVICE_COOKIE_SECONDS = (400 * DAY_MS) / 1000;

/** The secrets that the browser of a session gets. */
interface SessionSecrets {
  readonly bindingSecret: string;
  readonly deviceSecret: string;
}

/** Gives the browser that has just signed in the binding cookie of its session, and a token bound to it. */
export function issueSession(reply: FastifyReply, { config }: Pick<Foundation, 'config'>, session: SessionSecrets): void {
  issueDevice(reply, { config }, session.deviceSecret);
  setCookie(reply, config, BINDING_COOKIE, session.bindingSecret, { maxAgeSeconds: SESSION_COOKIE_SECONDS });
  clearCookie(reply, config, GUEST_COOKIE);
  reply.server.antiForgery.issueForSession(reply, session.bindingSecret);
}

/** Sets the cookie by which the platform recognises the browser later; see `accounts/known-devices`. */
export function issueDevice(reply: FastifyReply, { config }: Pick<Foundation, 'config'>, deviceSecret: string): void {
  setCookie(reply, config, DEVICE_COOKIE, deviceSecret, { maxAgeSeconds: DEVICE_COOKIE_SECONDS });
}

/** Makes the browser a guest's again. */
export function clearSession(reply: FastifyReply, { config }: Pick<Foundation, 'config'>): void {
  clearCookie(reply, config, BINDING_COOKIE);
  reply.server.antiForgery.issueForGuest(reply);
}
