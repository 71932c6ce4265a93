// The facts of this very machine, compared with what its own tools say.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBootId, readHostFacts } from './host-facts.ts'

describe('host facts', () => {
  it('are those of the machine', () => {
    const facts = readHostFacts('1.2.3', '/', ['process', 'docker'])
    const totalKib = Number(/MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1])
    const diskBytes = Number(
      execFileSync('df', ['-B1', '--output=size', '/'], { encoding: 'utf8' }).split('\n')[1],
    )
    expect(facts).toMatchObject({ version: '1.2.3', workPath: '/', arch: process.arch })
    expect(facts.memoryBytes).toBe(totalKib * 1024)
    expect(facts.diskBytes).toBe(diskBytes)
    expect(facts.cpuCores).toBeGreaterThan(0)
    expect(facts.runtimes).toEqual(['process', 'docker'])
    expect(facts.ips.some(ip => ip === '127.0.0.1' || ip === '::1')).toBe(false)
    expect(readBootId()).toMatch(/^[0-9a-f-]{36}$/)
  })
})
