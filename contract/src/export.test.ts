import { auditEntryFrom } from '@mandap/domain/audit/entry.ts'
import { exportText } from '@mandap/domain/audit/export-sentence.ts'
import { expect, test } from 'vitest'
import { ExportRequest } from './export.ts'

/**
 * The parameters that an audit entry does not mention: those that the name of the list contains, the order, and the
 * administrator's time.
 */
const WITHOUT_WORDS = ['list', 'tab', 'figure', 'status', 'now', 'sort', 'today', 'timeZone']

const parameters = ExportRequest.anyOf
  .flatMap(({ properties }) => Object.keys(properties.query.properties))
  .filter((name) => !WITHOUT_WORDS.includes(name))

test.each([...new Set(parameters)])(
  'the audit log mentions the parameter %s of an exported list',
  (name) => {
    const after = { query: { [name]: 'x' }, format: 'csv', rows: 1 }
    const entry = auditEntryFrom({ kind: 'export', subject: 'list', subjectName: 'A list', after })
    expect(exportText(entry)).toMatch(/^exported 1 row of A list \([a-zA-Z ]+ x\) as CSV$/)
  },
)
