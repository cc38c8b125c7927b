/** Downloads a player's archive, as a browser does, and reads it. */
import { strFromU8, unzipSync } from 'fflate';
import { requestArchive } from '../../../src/core/contract/sessions';
import { userIdOf } from '../http-client';
import type { TestClient } from '../http-client';

export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Requests an archive and returns its address. */
export async function requestArchiveUrl(client: TestClient): Promise<string> {
  return (await client.call(requestArchive, { params: { userId: userIdOf(client) } })).data.url;
}

/** Downloads an address with the browser's cookies, and with nothing else of the app. */
export async function fetchArchive(baseUrl: string, client: TestClient, url: string, method = 'GET'): Promise<Download> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(baseUrl + url, { method, headers: cookie === '' ? {} : { cookie } });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Returns the files by their names. Throws where the bytes are no ZIP. */
export function unzip(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)]));
}

/** Reads a CSV file as a spreadsheet does: a record for each line. */
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

/** Downloads the archive of a player and returns its files. */
export async function downloadArchive(baseUrl: string, client: TestClient): Promise<Record<string, string>> {
  const { status, bytes } = await fetchArchive(baseUrl, client, await requestArchiveUrl(client));
  if (status !== 200) throw new Error(`the archive was answered with ${status} ${strFromU8(bytes)}`);
  return unzip(bytes);
}
