import { expect, test } from 'vitest'
import { decideInstallation } from './installation-rules.ts'

const start = (id: string | null) => ({ start: true, id })
const refuse = (problem: string) => ({ start: false, problem })
const empty = { id: null, hasUsers: false }

test('a new installation begins with nothing, and one that was set up never does', () => {
  for (const database of ['none', empty] as const) {
    expect(decideInstallation(null, database, false)).toEqual(start(null))
    expect(decideInstallation('a', database, false)).toEqual(refuse('lost'))
    expect(decideInstallation('a', database, true)).toEqual(start(null))
  }
})

test('the same id starts, also before the first administrator was made', () => {
  expect(decideInstallation('a', { id: 'a', hasUsers: true }, false)).toEqual(start('a'))
  expect(decideInstallation('a', { id: 'a', hasUsers: false }, false)).toEqual(start('a'))
})

test('a new instance and a new container take the id of the database', () => {
  expect(decideInstallation(null, { id: 'a', hasUsers: true }, false)).toEqual(start('a'))
})

test('the database of another installation is refused, unless that is on purpose', () => {
  expect(decideInstallation('a', { id: 'b', hasUsers: true }, false)).toEqual(refuse('other'))
  expect(decideInstallation('a', { id: 'b', hasUsers: true }, true)).toEqual(start('b'))
})

test('a database from before there were ids gets the one beside the configuration, or a new one', () => {
  expect(decideInstallation('a', { id: null, hasUsers: true }, false)).toEqual(start('a'))
  expect(decideInstallation(null, { id: null, hasUsers: true }, false)).toEqual(start(null))
})
