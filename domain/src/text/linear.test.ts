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
import { maskFileName } from '../partner/personal-form.ts'
import {
  firstForeignMask,
  maskPersonalNumbers,
  personalNumbersIn,
  separatePersonalValues,
} from '../partner/personal-record.ts'
import { factorCodeFrom } from '../session/second-factor.ts'
import { growth, LINEAR_GROWTH } from '../testing/growth.ts'
import { bookingJson, partnerJson, userJson } from '../testing/builders.ts'
import { userFrom } from '../user/user.ts'
import { decisionProblem, readReason } from '../verification/decision.ts'
import { documentKind } from '../verification/document.ts'
import { type JsonObject, readInstant, readNumber, readRupees, readTexts } from '../wire/read.ts'
import { foundPart } from './found-part.ts'
import { fold, isolated, shown, escapeInvisible, words } from './text.ts'

// People outside the company write the texts in records. No such text may block a browser or an export.

/** Returns the record with `text` in every text field. */
const filled = (json: JsonObject, text: string): JsonObject =>
  Object.fromEntries(
    Object.entries(json).map(([field, value]) => [
      field,
      typeof value === 'string' && field !== '_id' ? text : Array.isArray(value) ? [text] : value,
    ]),
  )

const booking = (text: string) => bookingFrom(filled(bookingJson(), text))
const partner = (text: string) => partnerFrom(filled(partnerJson({ panNo: '' }), text))
const auditEntry = (kind: string, text: string) =>
  auditEntryFrom({
    kind,
    subject: 'booking',
    subjectName: text,
    before: { partnerName: text, aadharNo: text },
    after: { partnerName: text, [text]: text },
    reason: text,
  })

/** The functions of domain that read text from records. */
const PASSES: Record<string, (text: string) => unknown> = {
  shown,
  fold,
  escapeInvisible,
  isolated,
  words,
  foundPart: (text) => foundPart(`${text}ab`, 'ab'),
  numbers: (text) => [readNumber(text), readRupees(text), readInstant(text), bookingNumber(text)],
  maskFileName,
  readTexts: (text) => readTexts(text.split('')),
  personalNumbers(text) {
    const record = { aadharNo: text, panNo: text, accountNo: [text], notes: text, [text]: text }
    return [
      maskPersonalNumbers(record),
      personalNumbersIn(record),
      firstForeignMask({}, record),
      separatePersonalValues({ ifsc: 'SBIN0001234', number: text, type: text }),
    ]
  },
  'a booking': (text) => bookingIndex(booking(text)),
  'a partner': (text) => partnerIndex(partner(text)),
  'a user': (text) => userFrom(filled(userJson(), text)),
  'the audit log': (text) =>
    ['update', 'swap', 'decide', text].map((kind) => auditSentence(auditEntry(kind, text))),
  'a file of bookings': (text) =>
    [csvCells, sheetCells].map((of) => of(BOOKING_COLUMNS, 'Asia/Kolkata').cells(booking(text))),
  'a file of partners': (text) =>
    csvCells(partnerColumns('gst'), 'Asia/Kolkata').cells(partner(text)),
  'a file of the audit log': (text) =>
    csvCells(AUDIT_COLUMNS, 'Asia/Kolkata').cells(auditEntry('update', text)),
  'a manual partner': (text) =>
    manualProblems({ PartnerName: text, personalNumber: text, companyEmailId: text }),
  'a decision': (text) => [
    readReason('onlineKyc', text),
    decisionProblem({ step: 'onlineKyc', action: 'decline', items: ['aadhar'], reason: text }),
  ],
  documentKind,
  factorCodeFrom,
}

/** A text that is repeated, with the texts before and after it. */
type Repetition = [before: string, repeated: string, after: string]

const REPETITIONS: Record<string, Repetition> = {
  'part of the field name of a number': ['', 'acc', ''],
  'groups of four digits': ['', '2345 ', ''],
  'groups with punctuation': ['', '2345. ', ''],
  'an escaped field path': ['', '\\.', ''],
  'words of a field name': ['', 'aB', ''],
  'field names of numbers': ['"', 'aadhar_', '" :'],
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
  'unpaired surrogates': ['', '\ud83d', ''],
  'escaped characters': ['', '_x0041', ''],
}

test.each(Object.entries(PASSES))(
  '%s takes time proportional to the length of the text',
  async (_, pass) => {
    const slow: string[] = []
    for (const [title, [before, repeated, after]] of Object.entries(REPETITIONS)) {
      const work = (size: number) => pass(before + repeated.repeat(size) + after)
      if ((await growth(work)) > LINEAR_GROWTH) slow.push(title)
    }
    expect(slow).toEqual([])
  },
)

test('all take time proportional to the length of any repetitive text', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3 }),
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom(...Object.values(REPETITIONS).flat()),
  )
  await fc.assert(
    fc.asyncProperty(
      part,
      fc.array(part, { minLength: 1, maxLength: 3 }),
      part,
      fc.constantFrom(...Object.values(PASSES)),
      async (before, repeated, after, pass) => {
        const unit = repeated.join('').slice(0, 6) || 'x'
        const work = (size: number) => pass(before + unit.repeat(size) + after)
        expect(await growth(work)).toBeLessThan(LINEAR_GROWTH)
      },
    ),
    { numRuns: 40 },
  )
})
