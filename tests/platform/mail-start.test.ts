/** The platform as a process with a mail server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../../src/core/contract/auth';
import { SENDING_LEASE_MS } from '../../server/gateways/mail/queue';
import { sendDueMails } from '../../server/gateways/mail/sender';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { testClient } from '../support/http-client';
import { startMailServer } from '../support/mail-server';
import type { ArrivedMail, MailServer } from '../support/mail-server';
import { startPlatformProcess } from '../support/platform-process';
import { newPlayer } from '../support/platform';

let database: TestDatabase;
let server: MailServer;
beforeAll(async () => {
  database = await testDatabase();
  server = await startMailServer({ login: { user: 'ayo', password: 'sesame/open' } });
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

describe('with SMTP_URL', () => {
  it('sends by itself; killed after the server took the mail, another sends it once more with the same Message-ID', async () => {
    const child = startPlatformProcess({
      PORT: '0', DATABASE_URL: database.databaseUrl, SMTP_URL: `smtp://ayo:sesame%2Fopen@127.0.0.1:${server.port}`, MAIL_FROM: 'Ayo Games <no-reply@ayo.example>',
    });
    const url = await child.url;
    const first = new Promise<ArrivedMail>((resolve) => {
      server.onArrival(async (mail) => {
        // The server takes the mail, but the process is killed before it reads that answer.
        server.onArrival(null);
        child.signal('SIGKILL');
        await child.ended;
        resolve(mail);
      });
    });
    const player = newPlayer();
    expect((await testClient(url).call(signUp, { body: player })).status).toBe(201);
    const mail = await first;
    expect(mail).toMatchObject({ envelopeTo: [player.email], headers: { from: 'Ayo Games <no-reply@ayo.example>' } });
    expect(mail.text).toContain(`${url}/activate-email?token=`);
    const { signal, stdout, stderr } = await child.ended;
    expect(signal).toBe('SIGKILL');
    expect(stdout + stderr).not.toMatch(/sesame|Mails are shown/);

    const later = { pool: database.pool, log: () => undefined, now: () => new Date(Date.now() + SENDING_LEASE_MS) };
    const smtp = {
      host: '127.0.0.1', port: server.port, tls: 'off', login: { user: 'ayo', password: 'sesame/open' }, from: { name: 'Ayo', address: 'no-reply@ayo.example' },
    } as const;
    expect(await sendDueMails(later, smtp)).toEqual({ sent: 1, isServerAway: false });
    expect(server.mails.map(({ messageId }) => messageId)).toEqual([mail.messageId, mail.messageId]);
  });

  it('that can’t be read does not start, and says so in one line without the password', async () => {
    const { code, stdout, stderr } = await startPlatformProcess({ PORT: '0', SMTP_URL: 'smtp://ayo:sesame/open@mail.example.com' }).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^SMTP_URL can’t be read; [^\n]*\n$/);
    expect(stderr).not.toContain('sesame');
  });
});
