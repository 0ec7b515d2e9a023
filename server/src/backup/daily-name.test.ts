import { expect, test } from 'vitest'
import { backupName, nextDaily, outdated } from './daily-name.ts'

test.each([
  ['2026-11-25T20:29:59Z', '2026-11-25T20:30:00.000Z'],
  ['2026-11-25T20:30:00Z', '2026-11-26T20:30:00.000Z'],
  ['2026-12-31T23:00:00Z', '2027-01-01T20:30:00.000Z'],
])('after %s, the next backup is at %s', (now, next) => {
  expect(nextDaily('20:30', new Date(now)).toISOString()).toBe(next)
})

test('deletes only daily backups that are older than the days to keep', () => {
  const now = new Date('2026-03-01T20:30:00Z')
  const names = ['2026-02-26.backup', '2026-02-27.backup', '2026-03-01.backup', '2025-01-01.zip']
  expect(backupName(now)).toBe('2026-03-01.backup')
  expect(outdated([...names, 'before-update.backup', 'sub'], 2, now)).toEqual(['2026-02-26.backup'])
})

test('deletes what an earlier backup that was not completed left', () => {
  const now = new Date('2026-03-01T20:30:00Z')
  const names = ['2026-02-28.backup.part', '2026-03-01.backup.part', 'before-update.backup.part']
  expect(outdated(names, 30, now)).toEqual(['2026-02-28.backup.part'])
})
