import type { Tone } from '@mandap/domain/status/tone.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { colourOf } from '../../testing/colour.ts'
import { render } from '../../testing/render.tsx'
import { Badge } from './Badge.tsx'

test.each<[Tone, string]>([
  ['neutral', 'grey'],
  ['info', 'blue'],
  ['progress', 'purple'],
  ['positive', 'green'],
  ['warning', 'yellow'],
  ['negative', 'red'],
])('a badge with the tone %s is %s', (tone, colour) => {
  render(<Badge tone={tone}>Status</Badge>)
  expect(colourOf(page.getByText('Status').element())).toBe(colour)
})
