/** Addresses without a page, and odd spellings of addresses with one, in the form of a request line. */

/** Each of these shows the page that says that there is no such page, with and without a connection. */
export const NOWHERE: readonly string[] = [
  '/index.html', '/help.html', '/lobby.html', '/profile.php', '/wp-login.php', '/favicon.ico', '/.env', '/.well-known/security.txt',
  '/help.', '/help..', '/...', '/games/..%2f..%2fprofile', '/..%2fprofile', '/%2e%2e%2fapi%2fhealth', '/api%2fhealth', '/apiary/x.y',
  '//evil.example', '//evil.example/profile', '/\\evil.example', '/%5cevil.example', '/%2f%2fevil.example',
  '/%00', '/index.html%00.js', '/%', '/%zz', '/%c0%ae%c0%ae/', '/%E0%A4%A', '/%ff.html', '/help%', '/%0d%0aset-cookie:a=b', '/%20', '/%09',
  '/ọjà.html', '/🎲', '/%F0%9F%8E%B2.png', '/%e2%80%ae', '/a:b@c', '/@evil.example', '/;a=b', '/a;b.c', '/javascript:alert(1)', '/https://evil.example/x.html',
  '/help.html?next=//evil.example', '/x.y?q=a.b/c.d', '/nowhere?/../x.html', '/no/such/page.html?a=1&b=..%2f', `/${'a.b/'.repeat(1_500)}`,
];

/** Each of these names a game that does not exist, and the game's page says so. */
export const NO_GAMES: readonly string[] = ['/game/a.b', '/game/..%2f..%2fprofile', '/game/%00', '/game/a%2fb.html', `/game/${'x'.repeat(3_000)}.y`];

/** Each of these shows a page, however its address is spelt. */
export const PAGES: readonly string[] = ['/%68elp', '/help?file=a.b.c', '/help/', '/help?x=%', '/help?next=//evil.example#//evil'];

/** Pairs each address with a title for its test, because one address is longer than a title may be. */
export const toTitledRows = (addresses: readonly string[]): readonly (readonly [title: string, address: string])[] =>
  addresses.map((address) => [address.slice(0, 60), address]);
