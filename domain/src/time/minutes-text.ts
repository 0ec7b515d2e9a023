import { countText } from '../text/counted.ts'

/** Returns seconds as whole minutes, rounded up: 'a minute', '46 minutes'. */
export function minutesText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${countText(minutes)} minutes`
}
