import { expect, test } from 'vitest'
import { sheetsOf } from './format.ts'

test.each([
  [0, 1],
  [1_048_575, 1],
  [1_048_576, 2],
  [2_097_150, 2],
  [2_097_151, 3],
])('a workbook of %i rows has %i sheets', (rows, sheets) => expect(sheetsOf(rows)).toBe(sheets))
