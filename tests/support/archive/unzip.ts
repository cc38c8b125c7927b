/** Taking a player's archive, as a browser does, and reading it. */
import { strFromU8, unzipSync } from 'fflate';
import { requestArchive } from '../../../src/core/contract/sessions';
import type { TestClient } from '../http-client';
import { userIdOf } from '../withdrawals';

export interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Asks for an archive; the address. */
export async function archiveUrl(client: TestClient): Promise<string> {
  return (await client.call(requestArchive, { params: { userId: userIdOf(client) } })).data.url;
}

/** A download: the cookies of the browser, and nothing else of the app. */
export async function fetchArchive(baseUrl: string, client: TestClient, url: string, method = 'GET'): Promise<Fetched> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(baseUrl + url, { method, headers: cookie === '' ? {} : { cookie } });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** The files by their names. Throws for what is no ZIP. */
export function unzip(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)]));
}

/** A CSV file as a spreadsheet reads it: a record for each line. */
export function readCsv(file: string): Record<string, string>[] {
  const lines = parse(file.replace(/^\uFEFF/, ''));
  const [head = [], ...rows] = lines;
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

function parse(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** Everything of one player's archive. */
export async function takeArchive(baseUrl: string, client: TestClient): Promise<Record<string, string>> {
  const { status, bytes } = await fetchArchive(baseUrl, client, await archiveUrl(client));
  if (status !== 200) throw new Error(`the archive was answered with ${status} ${strFromU8(bytes)}`);
  return unzip(bytes);
}
