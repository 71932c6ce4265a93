import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { eggNoteText } from './egg-note-text.ts'

const german = await textsForTests('de')

test.each([
  [
    'the image "eclipse-temurin" is not pinned to a version',
    'Das Image "eclipse-temurin" ist auf keine Version festgelegt.',
  ],
  [
    '{{SERVER_FOO}} is not defined by the egg and stays empty',
    'Der Platzhalter SERVER_FOO ist nicht bekannt und bleibt leer.',
  ],
  ['3 values are set before each start', 'Werte, die vor jedem Start gesetzt werden: 3.'],
  [
    'its default must be between 1 and 64, and does not: this rule is left out',
    'Der Standardwert verstößt gegen diese Regel, daher entfällt sie: Gib 1 bis 64 ein.',
  ],
  [
    'the rule "regex:/a" is not known or has no end, and is left out',
    'Die Regel "regex:/a" ist nicht bekannt oder endet nicht: entfällt.',
  ],
  ['"Server Jar File"', '"Server Jar File"'],
])('%s', (words, text) => {
  expect(eggNoteText(german, words)).toBe(text)
})
