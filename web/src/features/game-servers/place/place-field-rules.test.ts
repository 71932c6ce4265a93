// Tests of address, ports and limits as people type them.

import { expect, test } from 'vitest'
import { changedPlace, emptyPlace, newPlace, placeFaults, tagsOf } from './place-field-rules.ts'

const known = {
  ...emptyPlace,
  ip: '0.0.0.0',
  port: '27700',
  memoryMib: '2048',
  cpuPercent: '200',
  diskMib: '5000',
}

test('what is left empty is left to the panel', () => {
  expect(newPlace(emptyPlace)).toEqual({})
  expect(placeFaults(emptyPlace)).toEqual({})
  expect(newPlace({ ...emptyPlace, rconPort: '27702', memoryMib: '512', diskMib: '2048' })).toEqual({
    rcon_port: 27702,
    memory_limit_bytes: 512 * 1024 * 1024,
    disk_limit_bytes: 2048 * 1024 * 1024,
  })
})

test('figures that cannot be are told at their field', () => {
  const typed = {
    ...emptyPlace,
    port: '0',
    queryPort: '65536',
    rconPort: '80',
    memoryMib: '15',
    cpuPercent: 'x',
    diskMib: '15',
  }
  expect(placeFaults(typed)).toEqual({
    port: 'portWrong',
    queryPort: 'portWrong',
    memoryMib: 'memoryWrong',
    cpuPercent: 'cpuWrong',
    diskMib: 'diskWrong',
  })
})

test('an edit sends only what differs, and an emptied limit is taken away', () => {
  expect(changedPlace(known, known)).toEqual({})
  expect(
    changedPlace({ ...known, port: '27710', memoryMib: '', cpuPercent: '100', diskMib: '' }, known),
  ).toEqual({
    port: 27710,
    memory_limit_bytes: null,
    cpu_limit_percent: 100,
    disk_limit_bytes: null,
  })
  expect(changedPlace({ ...known, port: '' }, known)).toEqual({})
  expect(changedPlace({ ...known, ip: '' }, { ...known, ip: '192.0.2.7' })).toEqual({ ip: '0.0.0.0' })
})

test('tags come apart at commas, each once', () => {
  expect(tagsOf(' weekend, eu ,, weekend')).toEqual(['weekend', 'eu'])
  expect(tagsOf('')).toEqual([])
})
