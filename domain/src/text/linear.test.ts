import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditEntryFrom } from '../audit/entry.ts'
import { AUDIT_COLUMNS } from '../audit/export.ts'
import { auditSentence } from '../audit/sentence.ts'
import { bookingFrom } from '../booking/booking.ts'
import { BOOKING_COLUMNS } from '../booking/export.ts'
import { bookingIndex } from '../booking/index-fields.ts'
import { manualProblems } from '../booking/manual-partner.ts'
import { bookingNumber } from '../booking/number.ts'
import { csvCells, sheetCells } from '../table/cells.ts'
import { partnerColumns } from '../partner/export.ts'
import { partnerIndex } from '../partner/index-fields.ts'
import { partnerFrom } from '../partner/partner.ts'
import {
  firstMaskedField,
  maskPersonalNumbers,
  personalNumbersIn,
  withTrueNumbers,
} from '../partner/personal-number.ts'
import { growth, LINEAR_GROWTH } from '../testing/growth.ts'
import { bookingJson, partnerJson, userJson } from '../testing/builders.ts'
import { userFrom } from '../user/user.ts'
import { decisionProblem, readReason } from '../verification/decision.ts'
import { documentKind } from '../verification/document.ts'
import { type JsonObject, readInstant, readNumber, readTexts } from '../wire/read.ts'
import { foundPart } from './found-part.ts'
import { fold, isolated, shown, spelledOut, words } from './text.ts'

// Records contain text from strangers, which every browser and export reads.

/** Returns a record with the text in every text field. */
const filled = (json: JsonObject, text: string): JsonObject =>
  Object.fromEntries(
    Object.entries(json).map(([field, value]) => [
      field,
      typeof value === 'string' && field !== '_id' ? text : Array.isArray(value) ? [text] : value,
    ]),
  )

const booking = (text: string) => bookingFrom(filled(bookingJson(), text))
const partner = (text: string) => partnerFrom(filled(partnerJson({ panNo: '' }), text))
const act = (kind: string, text: string) =>
  auditEntryFrom({
    kind,
    subject: 'booking',
    subjectName: text,
    before: { partnerName: text, aadharNo: text },
    after: { partnerName: text, [text]: text },
    reason: text,
  })

/** All functions of domain that read text from strangers. */
const PASSES: Record<string, (text: string) => unknown> = {
  shown,
  fold,
  spelledOut,
  isolated,
  words,
  foundPart: (text) => foundPart(`${text}ab`, 'ab'),
  numbers: (text) => [readNumber(text), readInstant(text), bookingNumber(text)],
  readTexts: (text) => readTexts(text.split('')),
  personalNumbers(text) {
    const record = { aadharNo: text, panNo: text, accountNo: [text], [text]: text }
    return [
      maskPersonalNumbers(record),
      personalNumbersIn(record),
      firstMaskedField(record),
      withTrueNumbers(record, record),
    ]
  },
  'a booking': (text) => bookingIndex(booking(text)),
  'a partner': (text) => partnerIndex(partner(text)),
  'a user': (text) => userFrom(filled(userJson(), text)),
  'the trail': (text) =>
    ['update', 'swap', 'decide', text].map((kind) => auditSentence(act(kind, text))),
  'a file of bookings': (text) =>
    [csvCells, sheetCells].map((of) => of(BOOKING_COLUMNS, 'Asia/Kolkata').cells(booking(text))),
  'a file of partners': (text) =>
    csvCells(partnerColumns('gst'), 'Asia/Kolkata').cells(partner(text)),
  'a file of the trail': (text) =>
    csvCells(AUDIT_COLUMNS, 'Asia/Kolkata').cells(act('update', text)),
  'a manual partner': (text) =>
    manualProblems({ PartnerName: text, personalNumber: text, companyEmailId: text }),
  'a decision': (text) => [
    readReason('onlineKyc', text),
    decisionProblem({ step: 'onlineKyc', action: 'decline', items: ['aadhar'], reason: text }),
  ],
  documentKind,
}

/** The repeated text, and the text before and after it. */
type Pump = [before: string, repeated: string, after: string]

const PUMPS: Record<string, Pump> = {
  'a piece of the name of a number': ['', 'acc', ''],
  'names of numbers': ['"', 'aadhar_', '" :'],
  'tags without a flag': ['', '\u{E0041}', ''],
  'a flag with tags': ['\u{1F3F4}', '\u{E0067}', ''],
  'flags with tags': ['', '\u{1F3F4}\u{E0067}', ''],
  'marks that are sorted': ['a', '\u0301\u0316', ''],
  'half-width marks that are sorted': ['ﾊ', 'ﾞ\u0316', ''],
  joiners: ['', '\u200D', 'क'],
  'joiners that are needed': ['', 'क\u094D\u200D', ''],
  'variation selectors': ['❤', '\uFE0F', ''],
  sigmas: ['', 'Σ\u0301', ''],
  spaces: ['a', ' \u3000', 'a'],
  'line breaks': ['x', '\r\n', '='],
  dots: ['a@b', '.c', '@'],
  digits: ['+', '12', '.'],
  commas: ['A', ', ', ':'],
  'half characters': ['', '\ud83d', ''],
  'written characters': ['', '_x0041', ''],
}

test.each(Object.entries(PASSES))('%s takes a time in proportion to the text', async (_, pass) => {
  const slow: string[] = []
  for (const [title, [before, repeated, after]] of Object.entries(PUMPS)) {
    const work = (size: number) => pass(before + repeated.repeat(size) + after)
    if ((await growth(work)) > LINEAR_GROWTH) slow.push(title)
  }
  expect(slow).toEqual([])
})

test('all of them take a time in proportion to any text that repeats itself', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3 }),
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom(...Object.values(PUMPS).flat()),
  )
  await fc.assert(
    fc.asyncProperty(
      part,
      fc.array(part, { minLength: 1, maxLength: 3 }),
      part,
      fc.constantFrom(...Object.values(PASSES)),
      async (before, repeated, after, pass) => {
        const pumped = repeated.join('').slice(0, 6) || 'x'
        const work = (size: number) => pass(before + pumped.repeat(size) + after)
        expect(await growth(work)).toBeLessThan(LINEAR_GROWTH)
      },
    ),
    { numRuns: 40 },
  )
})
