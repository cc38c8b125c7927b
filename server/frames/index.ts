/** The door of `frames`: games that other providers run in a frame. */
export { startFrameSweep } from './end';
export { FRAME_INVARIANTS } from './invariants';
export { registerFrames } from './routes';
export { seedFramedGames } from './seed';
