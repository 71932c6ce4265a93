// Tests of how an end is told.

import { describe, expect, test } from 'vitest'
import { languageCodes } from '../../../../texts/languages.ts'
import { textsForTests } from '../../../../texts/texts-for-tests.ts'
import { causeText, endingText, repairText } from './crash-text.ts'
import { howItEnded, provenFirst } from './exit-cause.ts'

const ended = (exit_code: number | null, signal: string | null = null, out_of_memory = false) =>
  howItEnded({ exit_code, signal, out_of_memory })

test('memory comes before the code that it left behind', () => {
  expect(ended(137, null, true)).toEqual({ kind: 'out-of-memory' })
  expect(ended(137)).toEqual({ kind: 'signal', word: 'kill', signal: 'SIGKILL' })
  expect(ended(null, 'SIGSEGV')).toEqual({ kind: 'signal', word: 'broke', signal: 'SIGSEGV' })
  expect(ended(139)).toEqual({ kind: 'signal', word: 'broke', signal: 'SIGSEGV' })
  expect(ended(null, 'SIGUSR1')).toEqual({ kind: 'signal', word: 'other', signal: 'SIGUSR1' })
})

test('exit codes with a meaning have words of their own', () => {
  expect(ended(0)).toMatchObject({ word: 'clean' })
  expect(ended(126)).toMatchObject({ word: 'notExecutable' })
  expect(ended(127)).toMatchObject({ word: 'notFound' })
  expect(ended(1)).toMatchObject({ word: 'error' })
  expect(ended(null)).toEqual({ kind: 'unknown' })
})

describe.each(languageCodes)('in %s', code => {
  test('every end, cause and repair is told without a gap', async () => {
    const t = await textsForTests(code)
    const told = [
      ...[ended(0), ended(1), ended(126), ended(127), ended(137), ended(null), ended(1, null, true)].map(
        ending => endingText(t, ending),
      ),
      ...(['eula', 'port-in-use', 'wrong-java', 'missing-file', 'no-space', 'other'] as const).map(
        cause => causeText(t, code, { cause, words: 'as the template says it' }).text,
      ),
      repairText(t, 'eula', { do: 'set-variable', name: 'EULA', value: 'true' }),
      repairText(t, 'other', { do: 'set-variable', name: 'MAP', value: 'office' }),
      repairText(t, 'wrong-java', { do: 'use-image', label: 'Java 21' }),
      repairText(t, 'port-in-use', { do: 'choose-port', port: 'game' }),
    ]
    for (const words of told) {
      expect(words.trim()).not.toBe('')
      expect(words).not.toMatch(/\{\{|crash\./)
    }
    expect(told.at(-3)).toContain('office')
    expect(told.at(-2)).toContain('Java 21')
  })
})

test('English keeps the words of the template, another language translates the causes that it knows', async () => {
  const cause = { cause: 'eula' as const, words: 'Accept the Minecraft EULA.' }
  expect(causeText(await textsForTests('en'), 'en', cause).text).toBe(cause.words)
  expect(causeText(await textsForTests('de'), 'de', cause).text).toContain('Lizenz')
  const odd = { cause: 'wrong-setting' as const, words: 'The port of the map server is 0.' }
  expect(causeText(await textsForTests('de'), 'de', odd).text).toBe(odd.words)
})

test('what is proven comes before what is guessed', () => {
  const cause = (name: 'port-in-use' | 'out-of-memory' | 'missing-file', line: string | null) => ({
    ...{ cause: name, words: '', line, repair: null },
  })
  const guess = cause('missing-file', null)
  const told = cause('port-in-use', 'bind: address already in use')
  const memory = cause('out-of-memory', null)
  const causes = [guess, told, memory]
  expect(provenFirst({ causes, out_of_memory: true })).toEqual([memory, told, guess])
  expect(provenFirst({ causes, out_of_memory: false })).toEqual([told, guess, memory])
})
