import { describe, expect, test } from 'vitest'
import { configFrom } from '../client/config.ts'
import type { OpenDocument } from './queries.ts'
import { blockedHost } from './blocked-host.ts'

const PAGE = 'https://office.example/approval-panel/kyc/online-kyc/1'

function hostOf(url: string, json: object, kind: OpenDocument['kind'] = 'image') {
  return blockedHost({ url, kind }, configFrom(json), PAGE)
}

describe('the host of a document that the page may not load', () => {
  test.each(['image', 'video', 'pdf', null] as const)('is returned for kind %s', (kind) => {
    const url = 'https://files.example/a'
    expect(hostOf(url, { documentOrigins: [] }, kind)).toBe('files.example')
    expect(hostOf(url, { documentOrigins: ['https://other.example'] }, kind)).toBe('files.example')
    expect(hostOf(url, { documentOrigins: ['https://files.example'] }, kind)).toBeNull()
  })

  test('includes a port that is not the default', () => {
    const url = 'https://files.example:8443/a.png'
    expect(hostOf(url, { documentOrigins: ['https://files.example'] })).toBe('files.example:8443')
  })

  test('is never the host of the page or of its calls', () => {
    expect(hostOf('/documents/1/content/a.png', { documentOrigins: [] })).toBeNull()
    expect(hostOf('https://office.example/a.png', { documentOrigins: [] })).toBeNull()
    const json = { host: 'https://api.example', documentOrigins: [] }
    expect(hostOf('https://api.example/documents/1/content/a.png', json)).toBeNull()
  })

  test('is null if the host does not list the allowed origins', () => {
    expect(hostOf('https://files.example/a.png', { kind: 'plain' })).toBeNull()
  })

  test('is null if an external viewer loads the document', () => {
    const viewers = { office: null, pdf: 'https://viewer.example/?u={url}' }
    const json = { documentOrigins: [], viewers }
    expect(hostOf('https://files.example/a.pdf', json, 'pdf')).toBeNull()
    expect(hostOf('https://files.example/a.docx', json, 'office')).toBeNull()
  })
})
