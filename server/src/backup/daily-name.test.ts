import { expect, test } from 'vitest'
import { backupName, hasBackupSince, nextDaily, outdated } from './daily-name.ts'

test.each([
  ['2026-11-25T20:29:59Z', '2026-11-25T20:30:00.000Z'],
  ['2026-11-25T20:30:00Z', '2026-11-26T20:30:00.000Z'],
  ['2026-12-31T23:00:00Z', '2027-01-01T20:30:00.000Z'],
])('after %s, the next backup is at %s', (now, next) => {
  expect(nextDaily('20:30', new Date(now)).toISOString()).toBe(next)
})

test('deletes only daily backups that are older than the days to keep', () => {
  const now = new Date('2026-03-01T20:30:00Z')
  const names = ['2026-02-26.backup', '2026-02-26-0410.backup', '2026-02-27.backup']
  const others = ['2026-03-01.backup', '2025-01-01.zip', 'before-update.backup', 'sub']
  expect(outdated([...names, ...others], 2, now)).toEqual(names.slice(0, 2))
})

test('deletes what an earlier backup that was not completed left', () => {
  const now = new Date('2026-03-01T20:30:00Z')
  const draft = '0b6e9c1a-6f5e-4c1e-9d51-2b1f4f2f7a10.part'
  // releases up to 0.1.0 wrote to one file
  const old = ['2026-02-28.backup.part', `2026-02-28.backup.${draft}`]
  const names = [...old, `2026-03-01.backup.${draft}`, `before-update.backup.${draft}`]
  expect(outdated(names, 30, now)).toEqual(old)
})

test.each([
  ['2026-11-25T20:30:00Z', '2026-11-25.backup'],
  ['2026-11-25T23:31:00Z', '2026-11-25.backup'],
  ['2026-11-26T00:31:00Z', '2026-11-26-0031.backup'],
  ['2026-11-26T20:29:00Z', '2026-11-26-2029.backup'],
])('a backup that is made at %s is %s', (now, name) => {
  expect(backupName('20:30', new Date(now))).toBe(name)
})

test.each([
  ['2026-11-26T04:00:00Z', ['2026-11-25.backup'], true],
  ['2026-11-26T04:00:00Z', ['2026-11-25-0410.backup', '2026-11-24.backup'], false],
  ['2026-11-26T04:00:00Z', ['2026-11-26-0031.backup'], true],
  ['2026-11-26T20:30:00Z', ['2026-11-26-0031.backup', '2026-11-25.backup'], false],
  ['2026-11-26T04:00:00Z', ['before-update.backup', '2026-11-25.backup.part'], false],
])('at %s, of %j, one was made since the last time: %s', (now, names, isMade) => {
  expect(hasBackupSince('20:30', new Date(now), names)).toBe(isMade)
})
