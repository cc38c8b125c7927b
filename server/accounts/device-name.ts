/** A browser's user agent in words that a player knows a device by. Pure. */

/** The first that is found names it: most browsers also call themselves by the names of others. */
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

/** Apple's home-screen apps say what Safari says, but for its name. */
const HOME_SCREEN_APP = /\b(?:iPhone|iPad|iPod)\b.*\bAppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/\w+$/;

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bKAIOS\b/i, 'KaiOS'],
  // What looks like a television is one, whatever runs on it.
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

function nameIn(userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/**
 * "Chrome on Android", "Home-screen app on iPhone"; an empty string where the user agent says nothing that is known.
 * On Android an installed app and the browser it was installed with call themselves the same, so there it is the browser.
 */
export function deviceName(userAgent: string): string {
  const system = nameIn(userAgent, SYSTEMS);
  const browser = HOME_SCREEN_APP.test(userAgent) ? 'Home-screen app' : nameIn(userAgent, BROWSERS);
  if (browser === undefined) return system ?? '';
  return system === undefined ? browser : `${browser} on ${system}`;
}
