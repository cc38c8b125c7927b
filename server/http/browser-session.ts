/** The cookies that come and go with a session. */
import type { FastifyReply } from 'fastify';
import { DAY_MS } from '../../src/core/time';
import type { Foundation } from '../foundation';
import { SESSION_COOKIE_SECONDS } from './anti-forgery';
import type { AntiForgery } from './anti-forgery';
import { BINDING_COOKIE, DEVICE_COOKIE, GUEST_COOKIE, clearCookie, setCookie } from './cookies';

declare module 'fastify' {
  interface FastifyInstance {
    /** Of this platform; put there by `server/app.ts`. */
    antiForgery: AntiForgery;
  }
}

/** The longest that browsers keep a cookie for; each sign-in begins it anew. */
const DEVICE_COOKIE_SECONDS = (400 * DAY_MS) / 1000;

/** The secrets of a session for the browser that it was made for. */
interface OfBrowser {
  readonly bindingSecret: string;
  readonly deviceSecret: string;
}

/** Gives the browser that has just signed in the binding cookie of its session, and a token bound to it. */
export function issueSession(reply: FastifyReply, { config }: Pick<Foundation, 'config'>, session: OfBrowser): void {
  issueDevice(reply, { config }, session.deviceSecret);
  setCookie(reply, config, BINDING_COOKIE, session.bindingSecret, { maxAgeSeconds: SESSION_COOKIE_SECONDS });
  clearCookie(reply, config, GUEST_COOKIE);
  reply.server.antiForgery.issueForSession(reply, session.bindingSecret);
}

/** Lets the browser be known again; see `accounts/known-devices`. */
export function issueDevice(reply: FastifyReply, { config }: Pick<Foundation, 'config'>, deviceSecret: string): void {
  setCookie(reply, config, DEVICE_COOKIE, deviceSecret, { maxAgeSeconds: DEVICE_COOKIE_SECONDS });
}

/** Makes the browser a guest's again. */
export function forgetSession(reply: FastifyReply, { config }: Pick<Foundation, 'config'>): void {
  clearCookie(reply, config, BINDING_COOKIE);
  reply.server.antiForgery.issueForGuest(reply);
}
