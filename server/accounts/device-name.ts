/** Describes a browser's user agent in words by which a player recognises a device. Pure. */

/** The first match wins, because most browsers also carry the names of others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  // Apps that show pages within themselves.
  [/\bFB(?:AN|AV|IOS)\b|\[FB/, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bWhatsApp\b/, 'WhatsApp'],
  [/\b(?:musical_ly|BytedanceWebview|TikTok)/, 'TikTok'],
  [/\bTelegram\b/, 'Telegram'],
  [/\bTwitter(?:Android| for iPhone)\b/, 'X'],
  [/\bGSA\//, 'Google app'],
  // Browsers.
  [/\bOpera Mini\b|\bOPiOS\b/, 'Opera Mini'],
  [/\bOPX\/|\bOPRGX\//, 'Opera GX'],
  [/\bOPR\/|\bOPT\/|\bOpera\b/, 'Opera'],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:UCBrowser|UCWEB)\b/, 'UC Browser'],
  [/\bPHX\/|\bPhoenix\//, 'Phoenix'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bHeyTapBrowser\//, 'OPPO Browser'],
  [/\bVivoBrowser\//, 'Vivo Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bBrave\//, 'Brave'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(?:Focus|Klar)\//, 'Firefox Focus'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/; wv\)/, 'An app'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/\bAndroid\b.*\bSafari\//, 'Android browser'],
  [/\bSafari\//, 'Safari'],
];

/** Home-screen apps on Apple's devices send Safari's user agent without its name. */
const HOME_SCREEN_APP = /\b(?:iPhone|iPad|iPod)\b.*\bAppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/\w+$/;

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bKAIOS\b/i, 'KaiOS'],
  // Televisions come first, because they also name the system that they run.
  [/\b(?:SMART-TV|SmartTV|Tizen .*TV|Web0S|BRAVIA|AFT\w+)\b/, 'TV'],
  [/\bWindows Phone\b/, 'Windows phone'],
  [/\b(?:HarmonyOS|OpenHarmony)\b/, 'Huawei'],
  [/\bAndroid\b(?!.*\bMobile\b).*\bTablet\b/, 'Android tablet'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
  [/\b(?:J2ME|MIDP|Series[46]0|SymbianOS)\b/, 'a feature phone'],
];

function findName(userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/**
 * Returns "Chrome on Android" or "Home-screen app on iPhone"; an empty string for an unknown user agent. On Android an installed
 * app sends its browser's user agent, so it is described as the browser.
 */
export function describeDevice(userAgent: string): string {
  const system = findName(userAgent, SYSTEMS);
  const browser = HOME_SCREEN_APP.test(userAgent) ? 'Home-screen app' : findName(userAgent, BROWSERS);
  if (browser === undefined) return system ?? '';
  return system === undefined ? browser : `${browser} on ${system}`;
}
