/** A real SMTP server for tests: takes mails, refuses them as told, and shows what arrived. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { LOCALHOST } from './localhost-certificate';
import { readMime } from './mime';
import type { ReadMail } from './mime';

export interface ArrivedMail extends ReadMail {
  readonly envelopeFrom: string;
  readonly envelopeTo: readonly string[];
  readonly isEncrypted: boolean;
  readonly raw: string;
}

/** What it says about a mail; null = it takes it. */
export type Answer = { readonly at: 'RCPT' | 'DATA' | 'MAIL'; readonly code: number; readonly words?: string } | null;

export interface MailServer {
  readonly port: number;
  readonly arrived: readonly ArrivedMail[];
  /** Names and passwords that were tried. */
  readonly logins: readonly { readonly user: string | undefined; readonly password: string | null | undefined }[];
  /** To whom mails were offered, taken or not. */
  readonly offered: readonly string[];
  /** From now on; called for each recipient. */
  answer(choose: (recipient: string) => Answer): void;
  /** Called when a mail has arrived whole, before that is said. */
  onArrival(listener: ((mail: ArrivedMail) => void | Promise<void>) | null): void;
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** Default: any free one. */
  readonly port?: number;
  readonly login?: { readonly user: string; readonly password: string };
  /** Default: no encryption is offered. */
  readonly tls?: 'starttls' | 'implicit';
}

const replied = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

export async function startMailServer({ port = 0, login, tls }: MailServerOptions = {}): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  const offered: string[] = [];
  const logins: { user: string | undefined; password: string | null | undefined }[] = [];
  let choose: (recipient: string) => Answer = () => null;
  let listener: ((mail: ArrivedMail) => void | Promise<void>) | null = null;
  const refusal = (recipient: string, at: 'RCPT' | 'DATA' | 'MAIL'): Error | null => {
    const answer = choose(recipient);
    return answer?.at === at ? replied(answer.code, answer.words ?? `<${recipient}>: no`) : null;
  };

  const options: SMTPServerOptions = {
    logger: false,
    disableReverseLookup: true,
    authOptional: login === undefined,
    secure: tls === 'implicit',
    ...(tls === undefined ? { hideSTARTTLS: true } : LOCALHOST),
    allowInsecureAuth: true,
    closeTimeout: 200,
    onAuth: ({ username, password }, _session, done) => {
      logins.push({ user: username, password });
      const fits = username === login?.user && password === login?.password;
      done(fits ? null : replied(535, `wrong password ${String(password)}`), fits ? { user: username } : undefined);
    },
    onMailFrom: (_address, _session, done) => done(refusal('', 'MAIL')),
    onRcptTo: ({ address }, _session, done) => {
      offered.push(address);
      done(refusal(address, 'RCPT'));
    },
    onData: (stream, { envelope, secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const refused = refusal(to[0] ?? '', 'DATA');
        if (refused !== null) {
          done(refused);
          return;
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        const mail = {
          ...readMime(raw), raw, isEncrypted: secure, envelopeTo: to, envelopeFrom: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        };
        arrived.push(mail);
        void Promise.resolve(listener?.(mail)).then(() => done());
      });
    },
  };
  const server = new SMTPServer(options);
  // Clients that go away in the middle are what some of the tests are about.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  if (!listening.listening) await once(listening, 'listening');
  const address = listening.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    arrived,
    offered,
    logins,
    answer: (next) => {
      choose = next;
    },
    onArrival: (next) => {
      listener = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
