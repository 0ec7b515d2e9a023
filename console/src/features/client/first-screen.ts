/** Milliseconds in which the first screen loads. What it does not need comes later. */
export const FIRST_SCREEN_MS = 1000

const started = performance.now()

/** Waits until the first screen has had its time to load. Later in the life of the page, it resolves at once. */
export async function afterFirstScreen(): Promise<void> {
  const left = started + FIRST_SCREEN_MS - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
}
