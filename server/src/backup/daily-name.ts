const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the next moment after `now` at which it is `time`, such as '20:30', in UTC. */
export function nextDaily(time: string, now: Date): Date {
  const today = new Date(`${dateOf(now)}T${time}:00Z`)
  return today > now ? today : new Date(today.getTime() + DAY_MS)
}

/** Returns the name of the backup of a day in UTC. */
export function backupName(now: Date): string {
  return `${dateOf(now)}.backup`
}

/**
 * Returns the names of daily backups that are older than some days, and of those of earlier days that were not completed.
 * Other files are never among them.
 */
export function outdated(names: readonly string[], keepDays: number, now: Date): string[] {
  const oldest = backupName(new Date(now.getTime() - keepDays * DAY_MS))
  const today = backupName(now)
  return names.filter(
    (name) =>
      (/^\d{4}-\d\d-\d\d\.backup$/.test(name) && name < oldest) ||
      (/^\d{4}-\d\d-\d\d\.backup\.part$/.test(name) && name < today),
  )
}

function dateOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
