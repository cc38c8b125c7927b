/** Exports the parts of `frames` (games that other providers run in a frame) for other domains. */
export { startFrameSweep } from './sweep-launches';
export { FRAME_INVARIANTS } from './invariants';
export { registerFrames } from './routes';
export { seedFramedGames } from './seed-framed-games';
