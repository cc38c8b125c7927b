/** Makes the archive of a player: page by page out of the database, into a file that has no name any more. */
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { transaction } from '../../db/transaction';
import { newId } from '../../ids';
import type { Platform } from '../../platform';
import { BYTE_ORDER_MARK, csvLine } from './cells';
import type { Row } from './cells';
import { readme } from './readme';
import { SECTIONS } from './sections';
import type { Section } from './section';
import { createZipFile } from './zip-file';
import type { ZipFile } from './zip-file';

/** So many rows are in memory at a time, however many there are. */
export const ARCHIVE_PAGE = 500;

export interface BuiltArchive {
  /** To be read from its beginning and closed; the file is gone with it. */
  readonly handle: FileHandle;
  readonly bytes: number;
}

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes'>;

/**
 * All of one moment: one transaction sees one state of the database. It is over when this resolves, so a player with a
 * slow connection keeps no connection to the database.
 */
export async function buildArchive(platform: Deps, userId: string): Promise<BuiltArchive> {
  const handle = await namelessFile(platform);
  try {
    return { handle, bytes: await fill(handle, platform, userId) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Readable by nobody else, and gone from the directory at once: whatever happens, nothing of the player stays there. */
async function namelessFile(platform: Deps): Promise<FileHandle> {
  const name = path.join(tmpdir(), `ayo-archive-${newId(platform)}`);
  const handle = await open(name, 'wx+', 0o600);
  await unlink(name);
  return handle;
}

async function fill(handle: FileHandle, { pool, now }: Deps, userId: string): Promise<number> {
  const at = now();
  const zip = createZipFile(handle, at);
  // Not tried again by itself: a part of the file would be there twice.
  await transaction(
    pool,
    async (tx) => {
      const counts = new Map<Section, number>();
      for (const section of SECTIONS) counts.set(section, await writeSection(tx, zip, section, userId));
      await zip.begin('readme.txt');
      await zip.write(readme(counts, at));
    },
    { isolation: 'repeatable read', readOnly: true, attempts: 1 },
  );
  return zip.end();
}

async function writeSection(tx: PoolClient, zip: ZipFile, section: Section, userId: string): Promise<number> {
  await zip.begin(section.file);
  const { head, line, foot } = formOf(section);
  await zip.write(head);
  let rows = 0;
  for await (const page of pagesOf(tx, section.sql, userId)) {
    await zip.write(page.map((row, index) => line(row, rows + index === 0)).join(''));
    rows += page.length;
  }
  await zip.write(foot);
  return rows;
}

/** The rows of a query through a cursor, a page at a time. */
async function* pagesOf(tx: PoolClient, sql: string, userId: string): AsyncGenerator<Row[]> {
  await tx.query(`DECLARE archive_rows NO SCROLL CURSOR FOR ${sql}`, [userId]);
  for (;;) {
    const { rows } = await tx.query<Row>(`FETCH ${ARCHIVE_PAGE} FROM archive_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < ARCHIVE_PAGE) break;
  }
  await tx.query('CLOSE archive_rows');
}

interface Form {
  readonly head: string;
  readonly line: (row: Row, isFirst: boolean) => string;
  readonly foot: string;
}

function formOf(section: Section): Form {
  switch (section.is) {
    case 'csv': {
      const cells = Object.values(section.columns);
      return { head: BYTE_ORDER_MARK + csvLine(Object.keys(section.columns)), line: (row) => csvLine(cells.map((cell) => cell(row))), foot: '' };
    }
    case 'list':
      return { head: '[', line: (row, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(section.item(row))}`, foot: '\n]\n' };
    case 'object':
      return { head: '', line: (row) => `${JSON.stringify(section.item(row), null, 2)}\n`, foot: '' };
  }
}
