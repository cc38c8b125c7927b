/**
 * Finds the Chromium that the end-to-end tests, the bench and the screenshots drive. Run by itself it finds its headless shell, too, and prints
 * Chromium's path.
 * Order: CHROMIUM_PATH, names on PATH, well-known places, browsers that Playwright or Puppeteer downloaded earlier;
 * else, on Debian as root, the distribution's package is installed; else an error that says what to do.
 *
 * Beside it, its headless shell: the same engine without windows, bars and profiles, so that a visit takes a quarter less work. The
 * end-to-end tests drive it where they can have it, and the whole browser where one of these is what they look at.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Where Debian's package puts it. */
const DEBIANS = '/usr/bin/chromium';

const PLACES = [
  DEBIANS,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

/** Where Debian's package puts the program itself. On PATH it puts a script, which would stay as a process between the tests and the program. */
const SHELL_PLACES = ['/usr/lib/chromium/chromium-headless-shell'];

/** Folders in which tools keep browsers, each in a folder per version. */
const CACHES = [
  process.env['PLAYWRIGHT_BROWSERS_PATH'],
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  join(homedir(), '.cache', 'puppeteer', 'chrome'),
];

/** Inside one version's folder. */
const INSIDE = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
];

/** The same of the headless shell. */
const SHELL_INSIDE = [
  'chrome-linux/headless_shell',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-mac/headless_shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
];

export const isRoot = process.getuid?.() === 0;

/**
 * The address bar's drop-down has become a page, so each window would have one renderer more. Nobody sees it in a test, and it takes a fifth of
 * a visit's work.
 */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The features that Playwright 1.65 switches off itself. Chromium heeds the last `--disable-features` alone, so ours has to name these, too. */
const PLAYWRIGHT_HAS_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch',
];

/** @param {readonly string[]} features */
const without = (features) => `--disable-features=${features.join()}`;

/**
 * Flags for every start. Without the background flags Chromium keeps asking hosts that a closed network refuses;
 * the sandbox can't be had as root. `--headless` and an empty `--user-data-dir` are added by whoever starts it.
 */
export const LAUNCH_FLAGS = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  without(UNUSED_FEATURES),
];

/** Returns the options for Playwright's `chromium.launch()`. @param {string} executablePath */
export function launchOptions(executablePath) {
  const args = [...LAUNCH_FLAGS, without([...PLAYWRIGHT_HAS_OFF, ...UNUSED_FEATURES])];
  return { executablePath, args, chromiumSandbox: !isRoot };
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {readonly string[]} names */
function onPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** @param {readonly string[]} places inside one version's folder */
function inCaches(places) {
  return CACHES.flatMap((cache) => {
    if (cache === undefined || !existsSync(cache)) return [];
    const versions = readdirSync(cache).filter((name) => !name.startsWith('.')).sort().reverse();
    return versions.flatMap((version) => places.map((inside) => join(cache, version, inside)));
  });
}

/** @param {string} name of a package */
function installFromDebian(name) {
  if (!isRoot || !existsSync('/etc/debian_version')) return false;
  console.error(`Installing the package ${name} of Debian.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = (args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2] }).status === 0;
  return apt(['update', '-q']) && apt(['install', '-y', '-q', '--no-install-recommends', name]);
}

/** The one that CHROMIUM_PATH names. */
function wantedChromium() {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted === undefined || wanted === '') return undefined;
  if (isExecutable(wanted)) return wanted;
  throw new Error(`CHROMIUM_PATH is ${wanted}, and that is not an executable file.`);
}

/** The path of an executable Chromium; throws an error with words for the reader where there is none. */
export function findChromium() {
  const wanted = wantedChromium();
  if (wanted !== undefined) return wanted;
  const found = [...onPath(NAMES), ...PLACES, ...inCaches(INSIDE)].find(isExecutable);
  if (found !== undefined) return found;
  if (installFromDebian('chromium')) {
    const installed = [...onPath(NAMES), ...PLACES].find(isExecutable);
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'No Chromium found. Install Chromium or Chrome (Debian, Ubuntu: apt-get install chromium), ' +
      'or set CHROMIUM_PATH to the executable.',
  );
}

/**
 * The path of the headless shell that belongs to a Chromium; that Chromium itself, where it was chosen or there is no shell.
 * @param {string} chromium
 */
export function findHeadlessShell(chromium) {
  if (wantedChromium() !== undefined) return chromium;
  const found = [...SHELL_PLACES, ...onPath(SHELL_NAMES), ...inCaches(SHELL_INSIDE)].find(isExecutable);
  if (found !== undefined) return found;
  // Debian's Chromium and its shell are built together; beside another one the shell could be of another age.
  if (chromium !== DEBIANS || !installFromDebian('chromium-headless-shell')) return chromium;
  return SHELL_PLACES.find(isExecutable) ?? chromium;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const chromium = findChromium();
    findHeadlessShell(chromium);
    console.log(chromium);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
