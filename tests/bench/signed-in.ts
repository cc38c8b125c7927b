/** A browser in which a player is signed in. */
import type { Browser, BrowserContext } from '@playwright/test';
import type { ShownSession } from '../support/screenshot-people';
import { newVisitor } from './visit';

/** Stores the session where the app looks for it, on the origin of this proxy. */
export async function newSignedInVisitor(browser: Browser, origin: string, session: ShownSession): Promise<BrowserContext> {
  const visitor = await newVisitor(browser);
  await visitor.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url: origin })));
  await visitor.addInitScript(({ sessionId, userId }) => {
    localStorage.setItem('userId', userId);
    localStorage.setItem('sessionId', sessionId);
  }, { sessionId: session.sessionId, userId: session.userId });
  return visitor;
}
