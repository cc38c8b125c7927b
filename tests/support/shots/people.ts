/** Makes the visitors of the pictures, each when the first picture of theirs is taken. */
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { firstAdmin } from '../first-admins';
import type { Product } from '../product';
import { makeAdmin, makeNewcomer, makeShownPlayer } from '../screenshot-people';
import type { ShownSession } from '../screenshot-people';
import type { Who } from './list';

export type Sessions = (who: Who) => Promise<ShownSession | null>;

export function createSessions(product: Product): Sessions {
  const sessions = new Map<Who, Promise<ShownSession | null>>();
  const make = async (who: Who): Promise<ShownSession | null> => {
    switch (who) {
      case 'guest': return null;
      case 'newcomer': return makeNewcomer(product.url);
      case 'player': return makeShownPlayer(product.url);
      case 'admin': return makeAdmin(product.url, await firstAdmin(product));
    }
  };
  return (who) => {
    const session = sessions.get(who) ?? make(who);
    sessions.set(who, session);
    return session;
  };
}

/** Makes a visitor with a session, as the app finds it when it starts. */
export function newContext(browser: Browser, url: string, session: ShownSession | null, options: BrowserContextOptions): Promise<BrowserContext> {
  const cookies = [...(session?.cookies ?? [])].map(([name, value]) => ({
    name, value, domain: new URL(url).hostname, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const,
  }));
  const localStorage = session === null ? [] : [
    { name: 'userId', value: session.userId }, { name: 'sessionId', value: session.sessionId },
  ];
  return browser.newContext({ ...options, storageState: { cookies, origins: [{ origin: url, localStorage }] } });
}
