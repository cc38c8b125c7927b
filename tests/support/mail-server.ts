/** Runs a real SMTP server for tests, which takes mails or refuses them as the test says, and shows those that arrived. */
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

/** The server's refusal of a mail; null = it takes the mail. */
export type Answer = { readonly at: 'RCPT' | 'DATA' | 'MAIL'; readonly code: number; readonly words?: string } | null;

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ArrivedMail[];
  /** Names and passwords that were tried. */
  readonly logins: readonly { readonly user: string | undefined; readonly password: string | null | undefined }[];
  /** The recipients of all mails, also of refused ones. */
  readonly offeredRecipients: readonly string[];
  /** Sets the answers from now on; `choose` is called for each recipient. */
  answer(choose: (recipient: string) => Answer): void;
  /** Sets a listener that is called when a whole mail has arrived, before the server confirms it. */
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

const toSmtpError = (code: number, words: string): Error => Object.assign(new Error(words), { responseCode: code });

export async function startMailServer({ port = 0, login, tls }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ArrivedMail[] = [];
  const offeredRecipients: string[] = [];
  const logins: { user: string | undefined; password: string | null | undefined }[] = [];
  let choose: (recipient: string) => Answer = () => null;
  let listener: ((mail: ArrivedMail) => void | Promise<void>) | null = null;
  const refusal = (recipient: string, at: 'RCPT' | 'DATA' | 'MAIL'): Error | null => {
    const answer = choose(recipient);
    return answer?.at === at ? toSmtpError(answer.code, answer.words ?? `<${recipient}>: no`) : null;
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
      const isCorrect = username === login?.user && password === login?.password;
      done(isCorrect ? null : toSmtpError(535, `wrong password ${String(password)}`), isCorrect ? { user: username } : undefined);
    },
    onMailFrom: (_address, _session, done) => done(refusal('', 'MAIL')),
    onRcptTo: ({ address }, _session, done) => {
      offeredRecipients.push(address);
      done(refusal(address, 'RCPT'));
    },
    onData: (stream, { envelope, secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const dataRefusal = refusal(to[0] ?? '', 'DATA');
        if (dataRefusal !== null) {
          done(dataRefusal);
          return;
        }
        const raw = Buffer.concat(chunks).toString('utf8');
        const mail = {
          ...readMime(raw), raw, isEncrypted: secure, envelopeTo: to, envelopeFrom: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        };
        mails.push(mail);
        void Promise.resolve(listener?.(mail)).then(() => done());
      });
    },
  };
  const server = new SMTPServer(options);
  // Some tests are about clients that disconnect in the middle, so this is no error.
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  if (!listening.listening) await once(listening, 'listening');
  const address = listening.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    mails,
    offeredRecipients,
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
