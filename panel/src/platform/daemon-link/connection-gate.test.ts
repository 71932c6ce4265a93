// How many connections strangers may hold, and that nodes behind one address come back all the same.

import { expect, test } from 'vitest'
import { createConnectionGate } from './connection-gate.ts'

const open = () => createConnectionGate({ perAddress: 2, perKnownAddress: 15, total: 5, knownAddresses: 2 })
const enterSome = (gate: ReturnType<typeof open>, address: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => gate.enter(address, from + index)).filter(Boolean).length

test('strangers are limited by address and in all, and make room when they go', () => {
  const gate = open()
  expect(enterSome(gate, 'a', 3)).toBe(2)
  expect([enterSome(gate, 'b', 3), enterSome(gate, 'c', 3)]).toEqual([2, 1])
  gate.leave('a', 1)
  gate.leave('a', 1)
  expect(enterSome(gate, 'd', 3)).toBe(1)
})

test('T-124 as many nodes as an address has had may come back to it at once, whatever strangers do elsewhere', () => {
  const gate = open()
  for (let port = 1; port <= 10; port++) {
    expect(gate.enter('proxy', port)).toBe(true)
    gate.prove('proxy', port)
  }
  for (let port = 1; port <= 10; port++) gate.leave('proxy', port)
  expect(enterSome(gate, 'a', 9) + enterSome(gate, 'b', 9) + enterSome(gate, 'c', 9)).toBe(5)
  expect(enterSome(gate, 'proxy', 20, 100)).toBe(12)
  for (let port = 100; port < 112; port++) gate.prove('proxy', port)
  expect(enterSome(gate, 'proxy', 20, 200)).toBe(14)
  for (let port = 200; port < 214; port++) gate.prove('proxy', port)
  expect(enterSome(gate, 'proxy', 20, 300)).toBe(15)
})

test('addresses of nodes are forgotten, those that were used longest ago first', () => {
  const gate = open()
  for (const address of ['a', 'b', 'a', 'c']) {
    gate.enter(address, 1)
    gate.prove(address, 1)
    gate.leave(address, 1)
  }
  expect([enterSome(gate, 'a', 9), enterSome(gate, 'b', 9), enterSome(gate, 'c', 9)]).toEqual([3, 2, 3])
})
