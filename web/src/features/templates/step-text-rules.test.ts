// Every kind of install step is told in words.

import { installStep } from '@rookery/contracts/template/install-steps.ts'
import { describe, expect, test } from 'vitest'
import { languageCodes } from '../../texts/languages.ts'
import { textsForTests } from '../../texts/texts-for-tests.ts'
import { stepText } from './step-text-rules.ts'

const words = 'Working'
const steps = [
  { do: 'copy-shipped', game: 'arena', to: 'a', words },
  { do: 'write-file', path: 'eula.txt', content: '', words },
  { do: 'download', url: 'https://example.org/a.jar', to: 'a.jar', words },
  { do: 'read-json', url: 'https://example.org/a.json', where: 'a.b', name: 'x', words },
  { do: 'unpack', from: 'a.zip', words },
  { do: 'steam-app', app_id: '740', words },
  { do: 'set-property', path: 'a.ini', format: 'ini', key: 'a.b', value: 'c', words },
  { do: 'make-executable', path: 'start.sh', words },
  { do: 'delete', path: 'old', words },
  { do: 'run-program', command: ['java', '-jar'], words },
  { do: 'run-script', image: 'debian:12', script: 'true', words },
].map(step => installStep.parse(step))

describe.each(languageCodes)('in %s', code => {
  test('every kind of step has a line of its own', async () => {
    const t = await textsForTests(code)
    const reported = steps.map(step => stepText(t, step))
    expect(new Set(reported).size).toBe(steps.length)
    for (const line of reported) expect(line).not.toMatch(/template\.steps|\{\{/)
    expect(reported[4]).toContain('a.zip')
  })

  test('there is a step here for each kind of the contract', () => {
    expect(steps.map(step => step.do)).toEqual(installStep.options.map(option => option.shape.do.value))
  })
})
