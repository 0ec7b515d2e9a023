import { useEffect, useState } from 'preact/compat'
import { elevation, useElevation } from './current-elevation.ts'

/**
 * Renders the remaining time of Super Admin: '14 min left', and in the last minute '42 s left'. Renders nothing if it
 * does not expire.
 */
export function TimeLeft() {
  const { expiresAt } = useElevation()
  const [, setTick] = useState(0)
  useEffect(() => {
    if (expiresAt === null) return
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000)
    return () => clearInterval(timer)
  }, [expiresAt])
  if (expiresAt === null) return null
  const seconds = Math.ceil(elevation.timeLeft() / 1000)
  // the host's clock is known to a second, so 15 minutes may begin with 901 s
  const minutes = Math.ceil((seconds - 1) / 60)
  return (
    <span className="font-normal whitespace-nowrap tabular-nums">
      {seconds > 60 ? `${minutes} min` : `${seconds} s`}
      <span className="max-md:sr-only"> left</span>
    </span>
  )
}
