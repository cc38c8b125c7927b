/** The provider's page: a drum to strike, a round that is shown again, and the messages to the page around the frame. */
export { GAME } from './provider';

export const PAGE = (mode: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lucky Drum</title>
<meta name="viewport" content="width=device-width"><style>
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 16px; background: #2a1037; color: #ffe9c7; font: 18px system-ui; }
  button { min-height: 48px; padding: 0 24px; border: 0; border-radius: 24px; background: #f6a623; color: #2a1037; font: inherit; font-weight: 700; }
  body { text-align: center; } p { margin: 0; } #beats { min-height: 1.5em; font-weight: 700; } [hidden] { display: none; }
  .drum { width: 140px; height: 90px; border-radius: 50% / 35%; background: #c8502b; border: 10px solid #f6a623; }
</style><div class="drum"></div><p id="beats"></p><p id="told" role="status">Getting ready</p>
<label id="choice" hidden><input type="checkbox" id="both"> With both hands</label><button id="begin">Begin</button><button id="strike" hidden>Strike for ₦100</button>
<button id="pay" hidden>Pay in</button><script src="/game.js" data-mode="${mode}"></script></html>`;

export const SCRIPT = `
const mode = document.currentScript.dataset.mode;
const say = (message) => parent.postMessage(JSON.stringify({ ayo: 1, ...message }), '*');
const at = (id) => document.getElementById(id);
const replay = location.hash.startsWith('#replay=');
const token = location.hash.replace('#token=', '');
const post = async (url, body) => {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return { ok: answer.ok, ...(await answer.json()) };
};
let session = '';
const draw = ({ hands, beats }) => { at('beats').textContent = hands + ': ' + beats; };
async function start() {
  if (mode === 'error') return say({ type: 'error' });
  if (mode === 'silent') return;
  if (replay) return again();
  const told = await post('/start', { token });
  if (!told.ok) return say({ type: 'error' });
  session = told.session;
  say({ type: 'progress', loaded: 0.42 });
  // None of these is a message.
  parent.postMessage({ ayo: 1, type: 'ready' }, '*');
  say({ type: 'readyy' });
  say({ type: 'navigate', to: 'https://evil.example/' });
  say({ type: 'ready', more: 'x'.repeat(300) });
  at('told').textContent = 'You have ₦' + told.balance;
}
async function again() {
  at('begin').hidden = true;
  say({ type: 'progress', loaded: 0.42 });
  const round = await post('/replay', { link: location.hash });
  if (!round.ok) return say({ type: 'error' });
  // Nobody is led away from a round that is shown again.
  say({ type: 'navigate', to: 'lobby' });
  draw(round);
  at('told').textContent = 'Staked ₦' + round.staked + ', ₦' + round.won + ' came back';
  say({ type: 'ready' });
}
at('begin').onclick = () => {
  at('begin').hidden = true;
  at('strike').hidden = at('pay').hidden = at('choice').hidden = false;
  say({ type: 'ready' });
};
at('strike').onclick = async () => {
  const told = await post('/round', { session, hands: at('both').checked ? 'Both hands' : 'One hand' });
  if (told.ok) draw(told);
  at('told').textContent = told.ok ? 'You have ₦' + told.balance : 'Refused: ' + told.code;
};
at('pay').onclick = () => say({ type: 'navigate', to: 'deposit' });
void start();
`;
