import { expect, test } from 'vitest'
import { answerShapes, idempotentCalls } from '../build/answer-shapes.ts'
import { ANSWERS, IDEMPOTENT_CALLS } from './answers.ts'

// run `node client/build/generate-answers.ts` after a change of the contract
test('the generated shapes are those of the contract', () => {
  expect(ANSWERS).toEqual(answerShapes())
})

test('the generated list of repeatable calls is that of the contract', () => {
  expect(IDEMPOTENT_CALLS).toEqual(idempotentCalls())
})
