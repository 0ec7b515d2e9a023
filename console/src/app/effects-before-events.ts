import { options } from 'preact'

/**
 * The events after which a listener may read what an effect writes. Not `change`, which follows `input`: a field with
 * typed text has it also while its dialog is being removed, before which the focus cannot be returned.
 */
const EVENTS = [
  'pointerdown',
  'click',
  'keydown',
  'beforeinput',
  'input',
  'submit',
  'focusin',
  'popstate',
]

/** Milliseconds after which effects run in a hidden tab, which renders no frames. */
const MAX_WAIT_MS = 35

let pending: (() => void) | null = null

/** Runs the effects, and the cleanups of removed components, that wait for the next frame. */
export function runEffects(): void {
  const effects = pending
  pending = null
  effects?.()
}

// Preact runs effects after the next frame. A key that is pressed before it would reach the listeners of the
// previous render, so the effects run before the event does.
options.requestAnimationFrame = (effects) => {
  pending = effects
  const afterFrame = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    setTimeout(runEffects)
  }
  const timer = setTimeout(afterFrame, MAX_WAIT_MS)
  const frame = requestAnimationFrame(afterFrame)
}
for (const type of EVENTS) window.addEventListener(type, runEffects, { capture: true })
