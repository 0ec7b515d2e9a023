import { expect, test } from 'vitest'
import { progressBar } from './terminal.ts'

test('a progress bar is full for more than everything, such as of a file that grows while it is read', () => {
  expect(progressBar(0.424)).toContain(' 42 %')
  expect(progressBar(1.1)).toBe(progressBar(1))
})
