import { describe, expect, test } from 'vitest'
import { localDate } from '../time/days.ts'
import { auditDays } from './day.ts'
import { type AuditEntry, auditEntryFrom } from './entry.ts'

const dayOf = (instant: number) => localDate(instant, 'Asia/Kolkata')

const entry = (at: string | null, kind = 'decide', by = 'asha'): AuditEntry =>
  auditEntryFrom({ id: `${at} ${by}`, at, kind, by })

/** The days with their lines as 'kind by +earlier'. */
const lines = (entries: AuditEntry[]) =>
  auditDays(entries, dayOf).map(({ date, lines: ofDay }) => [
    date,
    ...ofDay.map((line) => `${line.entry.kind} ${line.entry.by} +${line.earlier.length}`),
  ])

describe('the days of the audit log', () => {
  test('begin at local midnight', () => {
    // midnight in India is 18:30 UTC
    const first = '2026-11-21T18:30:00.000Z'
    const before = '2026-11-21T18:29:59.999Z'
    expect(lines([entry(first), entry(before)])).toEqual([
      ['2026-11-22', 'decide asha +0'],
      ['2026-11-21', 'decide asha +0'],
    ])
  })

  test('keep entries without a time, under no date', () => {
    expect(lines([entry(null)])).toEqual([['', 'decide asha +0']])
  })

  test('are none without entries', () => {
    expect(auditDays([], dayOf)).toEqual([])
  })
})

describe('repeated sign-ins', () => {
  const at = (hour: number) => `2026-11-22T${String(hour).padStart(2, '0')}:00:00Z`

  test('of one person are one line, at the latest, also around entries of other people', () => {
    const log = [
      entry(at(10), 'signIn'),
      entry(at(9), 'signIn', 'ravi'),
      entry(at(8), 'decide', 'ravi'),
      entry(at(7), 'signIn'),
      entry(at(6), 'signIn'),
    ]
    expect(lines(log)).toEqual([
      ['2026-11-22', 'signIn asha +2', 'signIn ravi +0', 'decide ravi +0'],
    ])
    const [day] = auditDays(log, dayOf)
    expect(day?.lines[0]?.earlier.map(({ at: time }) => time)).toEqual([
      Date.parse(at(7)),
      Date.parse(at(6)),
    ])
  })

  test('are separate lines if that person did something in between', () => {
    expect(lines([entry(at(10), 'signIn'), entry(at(9)), entry(at(8), 'signIn')])).toEqual([
      ['2026-11-22', 'signIn asha +0', 'decide asha +0', 'signIn asha +0'],
    ])
  })

  test('are separate lines on separate days', () => {
    expect(
      lines([
        entry('2026-11-22T01:00:00Z', 'signIn'),
        entry('2026-11-21T01:00:00Z', 'signIn'),
        entry('2026-11-21T00:30:00Z', 'signIn'),
      ]),
    ).toEqual([
      ['2026-11-22', 'signIn asha +0'],
      ['2026-11-21', 'signIn asha +1'],
    ])
  })

  test('without a person stay separate lines', () => {
    expect(lines([entry(at(10), 'signIn', ''), entry(at(9), 'signIn', '')])).toEqual([
      ['2026-11-22', 'signIn  +0', 'signIn  +0'],
    ])
  })
})
