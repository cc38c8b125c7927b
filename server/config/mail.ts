/** Reads the mail server from `SMTP_URL` and `MAIL_FROM`. No message quotes `SMTP_URL`, because there is a password in it. */
import { brand } from '../../src/core/brand';
import { emailAddress } from '../../src/core/contract/auth';
import type { Mistakes, ReadVariable } from './variables';

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte (smtps); `required`: STARTTLS, and nothing is sent without it; `off`: no TLS. */
  readonly tls: 'implicit' | 'required' | 'off';
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly from: MailSender;
}

export interface MailSender {
  readonly name: string;
  readonly address: string;
}

type Server = Omit<SmtpConfig, 'from'>;

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const HOST = /^(?:[0-9A-Za-z](?:[0-9A-Za-z.-]{0,251}[0-9A-Za-z])?|\[[0-9A-Fa-f:.]+\])$/;
const NAMED_ADDRESS = /^"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>$/u;

/** Returns the mail server, undefined where none is set, or one line per wrong value. */
export function readMail(read: ReadVariable): SmtpConfig | undefined | Mistakes {
  const [url, from] = [read('SMTP_URL'), read('MAIL_FROM')];
  const errors: string[] = [];
  const server = url === undefined ? undefined : readServer(url);
  const sender = from === undefined ? { name: brand.name, address: brand.supportEmail } : readSender(from);
  if (server === null) {
    errors.push(
      'SMTP_URL can’t be read; it must be an address like smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com, ' +
        'signs like @ : / ? # % in user and password written as %40 and so on.',
    );
  }
  if (sender === null) errors.push(`MAIL_FROM is ${JSON.stringify(from)}; it must be an address like no-reply@example.com or ${brand.name} <no-reply@example.com>.`);
  if (from !== undefined && url === undefined) errors.push('MAIL_FROM is set without SMTP_URL, so no mail is sent. Remove it, or set both.');
  if (server && !LOOPBACK.test(server.host) && read('PUBLIC_URL') === undefined) {
    errors.push('SMTP_URL is set without PUBLIC_URL; the links in mails must lead to where players reach the site. Set it, too.');
  }
  if (url !== undefined && read('PLATFORM_URL') !== undefined) {
    errors.push('PLATFORM_URL and SMTP_URL are both set; a platform of your own sends its own mails. Remove one.');
  }
  if (errors.length > 0 || server === null || sender === null) return { errors };
  return server === undefined ? undefined : { ...server, from: sender };
}

/** Returns null for a text that can't be read. */
function readServer(text: string): Server | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const defaultPort = PORTS[url.protocol];
  const login = readLogin(url);
  const tls = readTls(url);
  if (defaultPort === undefined || login === null || tls === null) return null;
  if (!HOST.test(url.hostname) || url.hash !== '' || !['', '/'].includes(url.pathname)) return null;
  return { host: url.hostname, port: url.port === '' ? defaultPort : Number(url.port), tls, login };
}

/** Uses TLS unless the server is on this machine or the address says `?tls=off`, so that no password is sent unencrypted by mistake. */
function readTls({ protocol, search, hostname }: URL): SmtpConfig['tls'] | null {
  if (protocol === 'smtps:') return search === '' ? 'implicit' : null;
  if (search === '?tls=off') return 'off';
  if (search === '?tls=required') return 'required';
  if (search !== '') return null;
  return LOOPBACK.test(hostname) ? 'off' : 'required';
}

function readLogin({ username, password }: URL): Server['login'] | null {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') return null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

function readSender(text: string): MailSender | null {
  const match = NAMED_ADDRESS.exec(text);
  const [name, address] = match === null ? [brand.name, text] : [(match[1] ?? '').trim(), match[2] ?? ''];
  return emailAddress.safeParse(address).success ? { name: name === '' ? brand.name : name, address } : null;
}
