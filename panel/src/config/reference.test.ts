// What people read about the variables is complete and can be used as it stands.

import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { parseConfigFile } from './logic/config-file.ts'
import { writeConfigExample, writeVariablesPage } from './reference.ts'
import { variables, variablesWithoutEffect } from './variables.ts'

test('the example with every line uncommented says what the defaults say', () => {
  const uncommented = writeConfigExample().replace(/^#(?=[A-Z])/gm, '')
  const names = parseConfigFile(uncommented).entries.map(entry => entry.name)
  const expected = Object.entries(variables).filter(([, variable]) => !variable.onlyFromEnvironment)
  expect(names.toSorted()).toEqual(expected.map(([name]) => name).toSorted())
  const environment = { AUTH_SECRET: 'x'.repeat(32) }
  const read = (fileText: string | null) => readConfig({ environment, fileText, workingDirectory: '/' })
  /** But that they are set, which locks the settings of the web. */
  const withoutLocks = (text: string) =>
    text
      .replaceAll(/"startVariables":\{(?:[^{}]|\{[^{}]*\})*\},?/g, '')
      .replaceAll(/"lockedBy":(?:null|\{[^}]*\})/g, '')
  expect(withoutLocks(JSON.stringify(read(uncommented)))).toBe(withoutLocks(JSON.stringify(read(null))))
})

test('the reference page has a row for every variable, those without effect included', () => {
  const page = writeVariablesPage()
  for (const name of [...Object.keys(variables), ...variablesWithoutEffect.map(entry => entry.name)]) {
    expect(page).toContain(`| \`${name}\` |`)
  }
})

test('every variable has one sentence', () => {
  for (const [name, { meaning }] of Object.entries(variables)) {
    expect([name, /^[A-Z][^\n]*\.$/.test(meaning)]).toEqual([name, true])
  }
})
