// Tests of address, ports and limits as people type them.

import { expect, test } from 'vitest'
import {
  bytesOfGib,
  changedPlace,
  emptyPlace,
  gibOfBytes,
  newPlace,
  placeFaults,
  placeOf,
} from './place-field-rules.ts'

const known = {
  ...emptyPlace,
  ip: '0.0.0.0',
  port: '27700',
  memoryGib: '2',
  cpuPercent: '200',
  diskGib: '4.883',
}

const gameServer = {
  ip: '0.0.0.0',
  port: 27700,
  query_port: null,
  rcon_port: null,
  memory_limit_bytes: null,
  cpu_limit_percent: null,
  disk_limit_bytes: null,
}

test('all of a node, typed, is never more than it has', () => {
  expect(gibOfBytes(64 * 1024 ** 3)).toBe('64')
  const odd = 62.7 * 1024 ** 3 + 12_345
  expect(bytesOfGib(gibOfBytes(odd))).toBeLessThanOrEqual(odd)
})

test('what is left empty is left to the panel', () => {
  expect(newPlace(emptyPlace)).toEqual({})
  expect(placeFaults(emptyPlace)).toEqual({})
  expect(newPlace({ ...emptyPlace, rconPort: '27702', memoryGib: '0.5', diskGib: '2,25' })).toEqual({
    rcon_port: 27702,
    memory_limit_bytes: 512 * 1024 * 1024,
    disk_limit_bytes: 2304 * 1024 * 1024,
  })
})

test('figures that cannot be are told at their field', () => {
  const typed = {
    ...emptyPlace,
    port: '0',
    queryPort: '65536',
    rconPort: '80',
    memoryGib: '0.01',
    cpuPercent: 'x',
    diskGib: '1.2.3',
  }
  expect(placeFaults(typed)).toEqual({
    port: 'portWrong',
    queryPort: 'portWrong',
    memoryGib: 'memoryWrong',
    cpuPercent: 'cpuWrong',
    diskGib: 'diskWrong',
  })
})

test('an edit sends only what differs, and an emptied limit is taken away', () => {
  expect(changedPlace(known, known)).toEqual({})
  expect(
    changedPlace({ ...known, port: '27710', memoryGib: '', cpuPercent: '100', diskGib: '' }, known),
  ).toEqual({
    port: 27710,
    memory_limit_bytes: null,
    cpu_limit_percent: 100,
    disk_limit_bytes: null,
  })
  expect(changedPlace({ ...known, port: '' }, known)).toEqual({})
  expect(changedPlace({ ...known, ip: '' }, { ...known, ip: '192.0.2.7' })).toEqual({ ip: '0.0.0.0' })
})

test('a limit of any MiB is shown so that it means the same again', () => {
  for (const mib of [16, 500, 512, 1023, 5000, 131_072]) {
    const bytes = mib * 1024 * 1024
    const { memoryGib } = placeOf({ ...gameServer, memory_limit_bytes: bytes })
    expect(bytesOfGib(memoryGib)).toBe(bytes)
  }
})
