import { expect, test } from 'vitest'
import { gstText } from './gst-text.ts'

test.each([
  { gstNo: '33AAACI1681G1Z0', noGst: false, text: '33AAACI1681G1Z0' },
  { gstNo: '33AAACI1681G1Z0', noGst: true, text: '33AAACI1681G1Z0' },
  { gstNo: '', noGst: true, text: 'None' },
  { gstNo: '', noGst: false, text: 'Not Available' },
])('a partner with $gstNo and noGst $noGst has the GST number $text', ({ text, ...partner }) => {
  expect(gstText(partner)).toBe(text)
})
