import { fileURLToPath } from 'node:url'
import { readEggNote } from '@rookery/contracts/egg-notes.ts'
import { readFieldProblem } from '@rookery/contracts/field-problems.ts'
import { readPluginProblem } from '@rookery/contracts/plugin/problems.ts'
import { expect, test } from 'vitest'
import { panelSentences, sentencesOf } from './panel-sentences.ts'

const sentences = panelSentences(fileURLToPath(new URL('../..', import.meta.url)))

const isKnown = (text: string) =>
  readFieldProblem(text) !== null || readEggNote(text) !== null || readPluginProblem(text) !== null

// Add it to contracts/src/field-problems.ts, egg-notes.ts or plugin/problems.ts, and its text to web/src/texts/*.
test('every sentence about a field, an egg or a plugin has a code, and with it a text in each language', () => {
  expect(sentences.length).toBeGreaterThan(250)
  const unknown = sentences.filter(({ text }) => !isKnown(text))
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
  ['panel/src/x.ts', "notes.warning(field, 'is not liked')", ['is not liked']],
  ['panel/src/plugins/x.ts', "const it = { problem: 'is not liked' }", ['is not liked']],
  ['plugin-host/src/x.ts', "throw new RuleBroken('is not liked')", ['is not liked']],
  ['panel/src/x.ts', "log.warn('is not liked')", []],
])('in %s: %s', (path, source, texts) => {
  expect(sentencesOf(path, source).map(({ text }) => text)).toEqual(texts)
})
