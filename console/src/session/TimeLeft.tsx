import { useEffect, useState } from 'react'
import { elevation, useElevation } from './current-elevation.ts'

/** How long Super Admin stays on: '14 min', and in the last minute '42 s'. Nothing where it does not end. */
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
  return (
    <span className="font-normal whitespace-nowrap tabular-nums">
      {seconds > 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`}
      <span className="sr-only"> left</span>
    </span>
  )
}
