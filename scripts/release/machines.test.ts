// Names of machines in packages, and which machine a program is made for.

import { expect, test } from 'vitest'
import { archiveName, elfMachine, machineNames, packageVersion } from './machines.ts'
import { pathForMachine } from './payload.ts'

function elf(machine: number): Uint8Array {
  const beginning = new Uint8Array(64)
  beginning.set([0x7f, 0x45, 0x4c, 0x46, 2, 1])
  new DataView(beginning.buffer).setUint16(18, machine, true)
  return beginning
}

test('a program says for which machine it is; anything else is no program', () => {
  expect(elfMachine(elf(62))).toBe(machineNames.x64.elf)
  expect(elfMachine(elf(183))).toBe(machineNames.arm64.elf)
  expect(elfMachine(new TextEncoder().encode('#!/bin/sh\nexec something else'))).toBeNull()
  expect(elfMachine(new Uint8Array(3))).toBeNull()
})

test('names of archives, and versions that packages order rightly', () => {
  expect(archiveName('rookery-daemon', '1.2.3', 'arm64')).toBe('rookery-daemon-1.2.3-linux-arm64.tar.gz')
  expect(packageVersion('1.0.0-rc.1')).toBe('1.0.0~rc.1')
  expect(packageVersion('1.0.0')).toBe('1.0.0')
})

test.each([
  ['node_modules/@x/pty-linux-x64/pty.node', 'node_modules/@x/pty-linux-arm64/pty.node'],
  ['node_modules/b/prebuilds/linux-x64/b.node', 'node_modules/b/prebuilds/linux-arm64/b.node'],
  ['node_modules/@x/pty/index.js', 'node_modules/@x/pty/index.js'],
  ['dist/panel.mjs', 'dist/panel.mjs'],
])('for arm64, %s is %s', (path, expected) => {
  expect(pathForMachine(path, 'arm64')).toBe(expected)
})
