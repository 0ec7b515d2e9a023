import { describe, expect, test } from 'vitest'
import { type AuditEntry, auditEntryFrom } from './entry.ts'
import { auditLines } from './line.ts'
import { auditLineSentence } from './sentence.ts'

let made = 0
function opened(field: string, given: object = {}): AuditEntry {
  made += 1
  return auditEntryFrom({
    id: made,
    by: 'asha',
    kind: 'open',
    subject: 'partner',
    subjectId: 'p1',
    subjectName: 'Ananya Iyer',
    after: { field },
    ...given,
  })
}

/** The sentences of entries, which are newest first. */
const said = (...entries: AuditEntry[]) => auditLines(entries).map(auditLineSentence)

describe('documents that one person opened', () => {
  test('are one line per partner, in the order in which they were opened', () => {
    const log = [
      opened('panCardUrl'),
      opened('aadharUrl', { by: 'ravi' }),
      opened('aadharUrl'),
      opened('videoUrl'),
      opened('aadharUrl'),
    ]
    expect(said(...log)).toEqual([
      'opened the Aadhar Card, the Video and the PAN Card of partner Ananya Iyer',
      'opened the Aadhar Card of partner Ananya Iyer',
    ])
  })

  test('are one line that says so if the details of one were erased', () => {
    const erased = opened('', { erased: true })
    expect(said(opened('videoUrl'), erased)).toEqual([
      'opened a document and the Video of partner Ananya Iyer (details erased)',
    ])
  })

  test('are separate lines for another partner, as Super Admin, and around a decision', () => {
    const log = [
      opened('videoUrl', { subjectId: 'p2', subjectName: 'Zoya Khan' }),
      opened('videoUrl', { elevation: 'XXXXXX0001' }),
      opened('panCardUrl'),
      opened('', { kind: 'delete' }),
      opened('aadharUrl'),
    ]
    expect(said(...log)).toEqual([
      'opened the Video of partner Zoya Khan',
      'opened the Video of partner Ananya Iyer as Super Admin',
      'opened the PAN Card of partner Ananya Iyer',
      'deleted partner Ananya Iyer',
      'opened the Aadhar Card of partner Ananya Iyer',
    ])
  })

  test("are called 'a document' if the field is unknown", () => {
    expect(said(opened('another'), opened('another'))).toEqual([
      'opened a document of partner Ananya Iyer',
    ])
  })
})

test('repeated sign-ins say how many', () => {
  expect(said(opened('', { kind: 'signIn' }), opened('', { kind: 'signIn' }))).toEqual([
    'signed in 2 times',
  ])
})
