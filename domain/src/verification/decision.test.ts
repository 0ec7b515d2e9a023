import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import {
  decidedPartner,
  type Decision,
  decisionPayload,
  decisionProblem,
  MAX_REASON_LENGTH,
  MAX_TYPED_REASON,
  missingIn,
  readReason,
} from './decision.ts'
import { type Action, type Step, type StepItem, STEPS } from './step.ts'

const decide = (
  step: Step,
  action: Action,
  items: readonly StepItem[] = [],
  reason = '',
): Decision => ({ step, action, items, reason })

describe('the body of PUT /partners/{id} (§4.5, §5.7, §7)', () => {
  test.each([
    [decide('onlineKyc', 'approve'), '{"status":"AKYC","kycStatus":"AKYC"}'],
    [
      decide('onlineKyc', 'reupload', ['aadhar', 'video'], 'Blurred'),
      '{"status":"RKYC","kycStatus":"RKYC","reason":"AADHAR,VIDEO: Blurred"}',
    ],
    [
      decide('onlineKyc', 'decline', ['pancard'], 'Not theirs'),
      '{"status":"DKYC","kycStatus":"DKYC","reason":"PANCARD: Not theirs"}',
    ],
    [decide('companyVerification', 'approve'), '{"status":"ACV","cvStatus":"ACV"}'],
    [
      decide('companyVerification', 'reupload', ['gst'], 'Expired'),
      '{"status":"RCV","cvStatus":"RCV","reason":"GST: Expired"}',
    ],
    [
      decide('companyVerification', 'decline', ['cin', 'gst'], 'Forged'),
      '{"status":"DCV","cvStatus":"DCV","reason":"GST,CIN: Forged"}',
    ],
    [decide('inPerson', 'approve'), '{"status":"approved","ipvStatus":"approved"}'],
    [
      decide('inPerson', 'decline', [], ' Did not come\0 '),
      '{"status":"decline","ipvStatus":"decline","reason":"Did not come"}',
    ],
  ])('%o', (decision, body) => {
    expect(JSON.stringify(decisionPayload(decision))).toBe(body)
  })

  test('has no reason for approve, even if one was typed', () => {
    expect(decisionPayload(decide('onlineKyc', 'approve', ['aadhar'], 'Blurred'))).toEqual({
      status: 'AKYC',
      kycStatus: 'AKYC',
    })
  })

  test('names an item once that was selected twice', () => {
    const { reason } = decisionPayload(decide('onlineKyc', 'decline', ['video', 'video'], 'Dark'))
    expect(reason).toBe('VIDEO: Dark')
  })

  test('the longest typed reason fits beside all items of any step', () => {
    const typed = 'x'.repeat(MAX_TYPED_REASON)
    const lengths = (Object.keys(STEPS) as Step[]).map(
      (step) => decisionPayload(decide(step, 'decline', STEPS[step].items, typed)).reason?.length,
    )
    expect(Math.max(...lengths.map(Number))).toBe(MAX_REASON_LENGTH)
  })
})

describe('reupload and decline need at least one item and a reason (§5.7)', () => {
  test.each([
    [decide('onlineKyc', 'approve'), null],
    [decide('onlineKyc', 'reupload', ['video'], 'Dark'), null],
    [decide('onlineKyc', 'reupload', [], 'Dark'), 'Select at least one item.'],
    [decide('onlineKyc', 'decline', [], 'Dark'), 'Select at least one item.'],
    [decide('onlineKyc', 'decline', ['gst'], 'Dark'), 'Select only items of this step.'],
    [decide('companyVerification', 'decline', ['cin'], ' \u00a0'), 'Enter a reason.'],
    [decide('companyVerification', 'reupload', ['cin'], '\0'), 'Enter a reason.'],
    [decide('companyVerification', 'reupload', ['cin'], '\u200e\u200b'), 'Enter a reason.'],
    [decide('inPerson', 'decline', [], 'Absent'), null],
    [decide('inPerson', 'decline', [], ''), 'Enter a reason.'],
    [decide('inPerson', 'reupload', [], 'Absent'), 'In-Person Verification has no such action.'],
  ])('%o: %j', (decision, problem) => {
    expect(decisionProblem(decision)).toBe(problem)
  })

  test('reports missing items and a missing reason separately', () => {
    const both = { items: 'Select at least one item.', reason: 'Enter a reason.' }
    expect(missingIn(decide('onlineKyc', 'decline', [], ' '))).toEqual(both)
    expect(missingIn(decide('onlineKyc', 'reupload', ['video'], ''))).toEqual({
      reason: both.reason,
    })
    expect(missingIn(decide('inPerson', 'decline', [], ''))).toEqual({ reason: both.reason })
    expect(missingIn(decide('onlineKyc', 'approve', [], ''))).toEqual({})
  })

  test('an invalid decision has no body', () => {
    expect(() => decisionPayload(decide('onlineKyc', 'decline', [], 'Dark'))).toThrow(RangeError)
  })
})

describe('a stored reason is split into items and text', () => {
  test.each([
    ['onlineKyc', 'AADHAR,VIDEO: Blurred: both', ['aadhar', 'video'], ' Blurred: both'],
    ['onlineKyc', 'VIDEO:Dark\nand short', ['video'], 'Dark\nand short'],
    ['companyVerification', 'GST,CIN: Expired', ['gst', 'cin'], ' Expired'],
  ] as const)('%s, %j', (step, text, items, reason) => {
    expect(readReason(step, text)).toEqual({ items, reason })
    expect(decisionProblem(decide(step, 'decline', items, reason))).toBeNull()
  })

  test.each([
    ['onlineKyc', 'GST: Expired'],
    ['onlineKyc', 'AADHAR,GST: Expired'],
    ['onlineKyc', 'aadhar: Expired'],
    ['onlineKyc', 'Expired'],
    ['inPerson', 'VIDEO: Nobody came'],
  ] as const)('%s, %j has no items', (step, text) => {
    expect(readReason(step, text)).toEqual({ items: [], reason: text })
  })
})

describe('a partner after a decision (§4.5)', () => {
  test.each<[Step, Action, object]>([
    ['onlineKyc', 'reupload', { status: 'RKYC', kycStatus: 'RKYC' }],
    ['companyVerification', 'approve', { status: 'ACV', cvStatus: 'ACV' }],
    ['inPerson', 'decline', { status: 'decline', ipvStatus: 'decline' }],
  ])('of %s, %s, has its value in two fields', (step, action, fields) => {
    const partner = aPartner({ kycStatus: 'AKYC', name: 'Ananya Iyer' })
    expect(decidedPartner(partner, step, action)).toEqual({ ...partner, ...fields })
  })

  test('does not exist for an action that the step does not have', () => {
    expect(() => decidedPartner(aPartner(), 'inPerson', 'reupload')).toThrow(RangeError)
  })
})
