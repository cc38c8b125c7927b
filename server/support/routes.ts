import * as contract from '../../src/core/contract/support';
import * as team from '../../src/core/contract/support-team';
import { deviceOf } from '../accounts';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { readThreadPlace, writeThreadPlace } from './cursor';
import type { ThreadPlace } from './cursor';
import { takeGuestFeedback } from './guests';
import { markRead, playersThreads, writeFeedback, writeMessage } from './player';
import { answer, close, pictureOf } from './team';
import { teamThreads } from './team-rows';

const DEFAULT_PAGE = 20;

const toPage = <T>({ items, last }: { readonly items: T[]; readonly last: ThreadPlace | null }) => ({ items, next: last && writeThreadPlace(last) });

/** Messages between people and the team. */
export function registerSupport(router: Router, platform: Platform): void {
  const { pool } = platform;

  router.on(contract.listThreads, async ({ params, query }) =>
    toPage(await playersThreads(pool, params.userId, readThreadPlace(query.cursor), query.limit ?? DEFAULT_PAGE)),
  );
  router.on(contract.sendMessage, ({ params, body, key }) => writeMessage(platform, { userId: params.userId, key }, body.text));
  router.on(contract.sendFeedback, ({ params, body, key }) => writeFeedback(platform, { userId: params.userId, key }, body));
  router.on(contract.readThread, ({ params }) => markRead(platform, params.userId, params.threadId));

  router.open(contract.sendGuestFeedback, ({ body, request }) => takeGuestFeedback(platform, body, deviceOf(request).address));

  router.on(team.listAdminThreads, async ({ query }) =>
    toPage(await teamThreads(pool, query.state ?? 'waiting', readThreadPlace(query.cursor), query.limit ?? DEFAULT_PAGE)),
  );
  router.on(team.getAdminPicture, ({ params }) => pictureOf(pool, params));
  router.on(team.answerThread, ({ params, body, key, caller }) =>
    answer(platform, { ...params, lastSeen: body.lastSeen, adminId: caller.userId }, { key, text: body.text }),
  );
  router.on(team.closeThread, ({ params, body, caller }) => close(platform, { ...params, ...body, adminId: caller.userId }));
}
