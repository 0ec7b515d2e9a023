import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import { documentsNotSeen, type DocumentView } from './document-view.ts'
import type { StepItem } from './step.ts'

const uploaded = aPartner({
  aadharUrl: 'https://files.example/a.png',
  panCardUrl: 'https://files.example/p.pdf',
  videoUrl: 'https://files.example/v.mp4',
})

const views = (given: Partial<Record<StepItem, DocumentView>>) => (item: StepItem) =>
  given[item] ?? null

describe('documentsNotSeen', () => {
  test('names every document that was not looked at, in the order of the step', () => {
    expect(documentsNotSeen('onlineKyc', uploaded, views({}))).toEqual([
      { item: 'aadhar', label: 'Aadhar Card', why: 'unseen' },
      { item: 'pancard', label: 'PAN Card', why: 'unseen' },
      { item: 'video', label: 'Video', why: 'unseen' },
    ])
  })

  test('names a missing document, one that failed to load, and a destroyed document', () => {
    const partner = { ...uploaded, videoUrl: '' }
    expect(
      documentsNotSeen('onlineKyc', partner, views({ aadhar: 'destroyed', pancard: 'failed' })),
    ).toMatchObject([
      { item: 'aadhar', why: 'destroyed' },
      { item: 'pancard', why: 'failed' },
      { item: 'video', why: 'missing' },
    ])
  })

  test('names none once all were looked at, and none in a step without documents', () => {
    const all = views({ aadhar: 'seen', pancard: 'seen', video: 'seen' })
    expect(documentsNotSeen('onlineKyc', uploaded, all)).toEqual([])
    expect(documentsNotSeen('inPerson', aPartner({}), views({}))).toEqual([])
  })

  test('ignores documents of other steps', () => {
    const online = views({ aadhar: 'seen', pancard: 'seen', video: 'seen' })
    const partner = { ...uploaded, gstCertificateUrl: 'https://files.example/g.pdf' }
    expect(documentsNotSeen('companyVerification', partner, online)).toMatchObject([
      { item: 'gst', why: 'unseen' },
      { item: 'cin', why: 'missing' },
    ])
  })
})
