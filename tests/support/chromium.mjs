/**
 * Finds the Chromium that the end-to-end tests, the bench and the screenshots drive. Run by itself it prints the path.
 * Order: CHROMIUM_PATH, names on PATH, well-known places, browsers that Playwright or Puppeteer downloaded earlier;
 * else, on Debian as root, the distribution's package is installed; else an error that says what to do.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const PLACES = [
  '/usr/bin/chromium',
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

export const isRoot = process.getuid?.() === 0;

/** The address bar's drop-down, which nobody sees, is a page by now: one renderer more in each window, a fifth of what a visit costs. */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright 1.65 switches off itself. Chromium heeds the last `--disable-features` alone, so it has to name these, too. */
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

/** What Playwright's `chromium.launch()` needs. @param {string} executablePath */
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

function onPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
}

function inCaches() {
  return CACHES.flatMap((cache) => {
    if (cache === undefined || !existsSync(cache)) return [];
    const versions = readdirSync(cache).filter((name) => !name.startsWith('.')).sort().reverse();
    return versions.flatMap((version) => INSIDE.map((inside) => join(cache, version, inside)));
  });
}

function installFromDebian() {
  if (!isRoot || !existsSync('/etc/debian_version')) return false;
  console.error('No Chromium found: installing the chromium package of Debian.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = (args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2] }).status === 0;
  return apt(['update', '-q']) && apt(['install', '-y', '-q', '--no-install-recommends', 'chromium']);
}

/** The path of an executable Chromium; throws an error with words for the reader where there is none. */
export function findChromium() {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted !== undefined && wanted !== '') {
    if (isExecutable(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH is ${wanted}, and that is not an executable file.`);
  }
  const found = [...onPath(), ...PLACES, ...inCaches()].find(isExecutable);
  if (found !== undefined) return found;
  if (installFromDebian()) {
    const installed = [...onPath(), ...PLACES].find(isExecutable);
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'No Chromium found. Install Chromium or Chrome (Debian, Ubuntu: apt-get install chromium), ' +
      'or set CHROMIUM_PATH to the executable.',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findChromium());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
