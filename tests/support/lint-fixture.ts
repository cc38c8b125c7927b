/** Makes a small tree in a temporary folder with the shape of this project, and checks it with oxlint as `npm run lint` does. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, tool } from './stages.mjs';

/** The configuration names folders beside itself, and says for each which rules apply. So it is copied into the fixture, with our rules. */
const COPIED_PATHS = ['.oxlintrc.json', 'tests/support/lint-rules'];
const TSCONFIG = { compilerOptions: { strict: true, target: 'es2023', jsx: 'preserve', types: [] } };
const TYPE_CHECKER = tool(`@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint`);

/**
 * The rules that each file breaks. `unused` stands for a suppression that suppresses nothing. A complaint that names no rule is listed with its
 * whole message.
 */
export type BrokenRules = ReadonlyMap<string, readonly string[]>;

interface Report {
  readonly diagnostics: readonly { readonly message: string; readonly code?: string; readonly filename: string }[];
}

/** Runs the tool; it ends with 1 when it complains, which is no failure here. */
function oxlint(folder: string): Promise<string> {
  const args = [tool('oxlint/bin/oxlint'), '--config', '.oxlintrc.json', '--format', 'json'];
  const options = { cwd: folder, env: { ...process.env, OXLINT_TSGOLINT_PATH: TYPE_CHECKER }, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((done, fail) => {
    execFile(process.execPath, args, options, (error, out) => {
      if (out.startsWith('{')) done(out);
      else fail(error ?? new Error(`oxlint answered: ${out}`));
    });
  });
}

function ruleOf({ code, message }: Report['diagnostics'][number]): string {
  if (message.startsWith('Unused') && code === undefined) return 'unused';
  return /\(([\w-]+)\)$/.exec(code ?? '')?.[1] ?? message;
}

/** Returns the rules that each of these files (path to text) breaks; those that break none are not in it. */
export async function rulesBrokenBy(files: Readonly<Record<string, string>>): Promise<BrokenRules> {
  const folder = await mkdtemp(join(tmpdir(), 'ayo-lint-'));
  try {
    for (const path of COPIED_PATHS) await cp(join(ROOT, path), join(folder, path), { recursive: true });
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { diagnostics } = JSON.parse(await oxlint(folder)) as Report;
    const broken = new Map<string, string[]>();
    for (const diagnostic of diagnostics) broken.set(diagnostic.filename, [...(broken.get(diagnostic.filename) ?? []), ruleOf(diagnostic)]);
    return broken;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
