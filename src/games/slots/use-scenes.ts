import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { SlotOutcome } from '../../core/games/slots/slots';
import type { SlotTheme } from '../../core/games/slots/theme';
import { prefersReducedMotion } from '../../ui/reduced-motion';
import { WHOLE_TURN_MS, restingWindow, scenesOf } from './scenes';
import type { Scene } from './scenes';

export interface SceneState {
  /** Null before the first round. */
  readonly scene: Scene | null;
  readonly phase: 'turning' | 'standing';
  /** The symbols on the reels before this scene. */
  readonly before: readonly (readonly string[])[];
  /** Counts scenes, so that each turn is drawn as a new element. */
  readonly turn: number;
}

type Step = { readonly type: 'turn' | 'stand'; readonly scene: Scene };

function next(state: SceneState, { type, scene }: Step): SceneState {
  const isNew = state.scene !== scene;
  return {
    scene,
    phase: type === 'turn' ? 'turning' : 'standing',
    before: isNew && state.scene !== null ? state.scene.spin.window : state.before,
    turn: isNew ? state.turn + 1 : state.turn,
  };
}

interface Input {
  readonly theme: SlotTheme;
  readonly outcome: SlotOutcome | null;
  readonly key: string | null;
  readonly moving: boolean;
  readonly onScene: (scene: Scene) => void;
  readonly onEnd: (key: string) => void;
}

/**
 * Shows the scenes of a round one after another. Timers decide and the animation follows, so a tab that was hidden, or a phone that drops
 * frames, comes to the same end. With reduced motion the scenes stand at once and stay as long.
 */
export function useScenes({ theme, outcome, key, moving, onScene, onEnd }: Input): SceneState {
  const resting = useMemo(() => restingWindow(theme), [theme]);
  const [state, dispatch] = useReducer(next, { scene: null, phase: 'standing', before: resting, turn: 0 });
  const latest = useRef({ onScene, onEnd, moving });
  useEffect(() => {
    latest.current = { onScene, onEnd, moving };
  });

  useEffect(() => {
    if (outcome === null || key === null) return;
    const scenes = scenesOf(outcome);
    const last = scenes.at(-1);
    if (last === undefined) return;
    if (!latest.current.moving) {
      dispatch({ type: 'stand', scene: last });
      latest.current.onEnd(key);
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isStill = prefersReducedMotion();
    const show = (at: number) => {
      const scene = scenes[at];
      if (scene === undefined) {
        latest.current.onEnd(key);
        return;
      }
      const stand = () => {
        dispatch({ type: 'stand', scene });
        latest.current.onScene(scene);
        timer = setTimeout(() => show(at + 1), scene.holdMs);
      };
      if (isStill) {
        stand();
        return;
      }
      dispatch({ type: 'turn', scene });
      timer = setTimeout(stand, WHOLE_TURN_MS);
    };
    show(0);
    return () => clearTimeout(timer);
    // The key identifies the round; no other change shows it again.
  }, [key, outcome]);

  return state;
}
