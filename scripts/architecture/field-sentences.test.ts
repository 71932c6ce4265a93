import { fileURLToPath } from 'node:url'
import { readFieldProblem } from '@rookery/contracts/field-problems.ts'
import { readReason } from '@rookery/contracts/reasons.ts'
import { expect, test } from 'vitest'
import { fieldSentences, sentencesOf } from './field-sentences.ts'

const sentences = fieldSentences(fileURLToPath(new URL('../..', import.meta.url)))

test('every sentence about a field has a code in contracts/src/field-problems.ts, and with it a text in each language', () => {
  expect(sentences.length).toBeGreaterThan(150)
  const unknown = sentences.filter(({ text }) => (readFieldProblem(text) ?? readReason(text)) === null)
  expect(unknown.map(({ place, text }) => `${place} says "${text}"`)).toEqual([])
})

test.each([
  [
    'contracts/src/x.ts',
    `z.string('must be a poem').max(5, \`must have \${many} lines\`)`,
    ['must have 1 lines', 'must be a poem'],
  ],
  ['contracts/src/x.ts', "z.string().refine(isOdd, { message: 'must be odd too' })", ['must be odd too']],
  [
    'contracts/src/x.ts',
    "context.addIssue({ code: 'custom', message: 'must not rhyme' })",
    ['must not rhyme'],
  ],
  [
    'panel/src/x.ts',
    `throw invalidField('name', isLong ? 'is so long' : \`is \${n} long\`)`,
    ['is so long', 'is 1 long'],
  ],
  ['panel/src/x.ts', "const message = 'is not liked'\ninvalidField('name', message)", ['is not liked']],
  ['panel/src/x.ts', "function nameProblem() { return 'is not liked' }", ['is not liked']],
  ['panel/src/x.ts', "problems.name = ['is not liked']", ['is not liked']],
  ['panel/src/x.ts', "log.warn('is not liked')", []],
])('in %s: %s', (path, source, texts) => {
  expect(sentencesOf(path, source).map(({ text }) => text)).toEqual(texts)
})
