import { expect, test } from 'vitest'
import { cleanName } from './name.ts'

test.each([
  ['Aadhaar card.PNG', 'image/png', 'Aadhaar card.png'],
  ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
  ['C:\\scans\\pan.jpeg', 'image/jpeg', 'pan.jpg'],
  ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.pdf'],
  ['आधार.webp', 'image/webp', 'आधार.webp'],
  ['a\r\nSet-Cookie: x="1";.pdf', 'application/pdf', 'aSet-Cookie x= 1.pdf'],
  ['card\u202egnp.exe', 'image/png', 'cardgnp.png'],
  ['.htaccess', 'image/png', 'document.png'],
  ['Aadhaar_2345 6789 0124.PDF', 'application/pdf', 'Aadhaar XXXX XXXX 0124.pdf'],
  ['abcde1234f.png', 'image/png', 'ABXXXXX34F.png'],
  ['234567890124', 'image/png', 'XXXX XXXX 0124.png'],
  ['', 'video/webm', 'document.webm'],
  ['x'.repeat(300), 'image/gif', `${'x'.repeat(80)}.gif`],
])('%j of %s is named %j', (written, type, name) => {
  expect(cleanName(written, type)).toBe(name)
})
