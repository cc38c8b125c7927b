import * as contract from '../../src/core/contract/support';
import * as team from '../../src/core/contract/support-team';
import { readDevice } from '../accounts';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { assignThread, listColleagues } from './assign-thread';
import { formatThreadCursor, parseThreadCursor } from './cursor';
import type { ThreadCursor } from './cursor';
import { storeGuestFeedback } from './guest-feedback';
import { listPlayerThreads, markRead, writeFeedback, writeMessage } from './player-threads';
import { answerThread, closeThread, openPicture, openThread } from './team-threads';
import { listTemplates, writeTemplate } from './templates';
import { listAdminThreads } from './team-thread-rows';

const DEFAULT_PAGE = 20;

const toPage = <T>({ items, last }: { readonly items: T[]; readonly last: ThreadCursor | null }) => ({
  items,
  next: last && formatThreadCursor(last),
});

/** Registers the calls for messages between people and the team. */
export function registerSupport(router: Router, platform: Platform): void {
  const { readPool: pool } = platform;

  router.on(contract.listThreads, async ({ params, query }) =>
    toPage(await listPlayerThreads(pool, params.userId, parseThreadCursor(query.cursor), query.limit ?? DEFAULT_PAGE)),
  );
  router.on(contract.sendMessage, ({ params, body, key }) => writeMessage(platform, { userId: params.userId, key }, body.text));
  router.on(contract.sendFeedback, ({ params, body, key }) => writeFeedback(platform, { userId: params.userId, key }, body));
  router.on(contract.readThread, ({ params, query }) => markRead(platform, { ...params, lastSeen: query.lastSeen }));

  router.onPublic(contract.sendGuestFeedback, ({ body, request }) => storeGuestFeedback(platform, body, readDevice(request).address));

  router.on(team.listAdminThreads, async ({ query }) =>
    toPage(await listAdminThreads(pool, query.state ?? 'waiting', parseThreadCursor(query.cursor), query.limit ?? DEFAULT_PAGE)),
  );
  router.on(team.openThread, ({ params, caller, request }) =>
    openThread(platform, { ...params, adminId: caller.userId, device: readDevice(request) }));
  router.on(team.getAdminPicture, ({ params: { threadId, messageId }, caller, request }) =>
    openPicture(platform, { threadId, adminId: caller.userId, device: readDevice(request) }, messageId));
  router.on(team.answerThread, ({ params, body, key, caller, request }) =>
    answerThread(platform, { ...params, lastSeen: body.lastSeen, adminId: caller.userId, device: readDevice(request) }, { key, text: body.text }),
  );
  router.on(team.assignThread, ({ params, body, caller, request }) =>
    assignThread(platform, { ...params, ...body, adminId: caller.userId, device: readDevice(request) }));
  router.on(team.listTemplates, async () => ({ items: await listTemplates(pool), colleagues: [...(await listColleagues(pool))] }));
  router.on(team.writeTemplate, async ({ body, caller }) => ({ items: await writeTemplate(platform, caller.userId, body) }));
  router.on(team.closeThread, ({ params, body, caller, request }) =>
    closeThread(platform, { ...params, ...body, adminId: caller.userId, device: readDevice(request) }));
}
