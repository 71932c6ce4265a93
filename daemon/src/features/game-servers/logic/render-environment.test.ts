// What reaches a game: exactly the command of its definition and none of the daemon's environment.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { launchProblem, renderCommand, renderEnvironment } from './render-environment.ts'

describe('what a game is started with', () => {
  it('T-103 has only the fixed names and those of the definition', () => {
    const environment = renderEnvironment({
      folder: '/srv/one',
      timeZone: 'Europe/Berlin',
      ofDefinition: { WORLD: 'x', HOME: '/root' },
    })
    expect(environment).toEqual({
      PATH: expect.stringContaining('/usr/bin'),
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      TZ: 'Europe/Berlin',
      WORLD: 'x',
      HOME: '/srv/one',
    })
  })

  it('T-101 leaves every argument as it is, shell signs and placeholders included', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), command => {
        const rendered = renderCommand(['{runtime.node}', ...command], '/opt/node')
        expect(rendered).toEqual(['/opt/node', ...command])
      }),
    )
    const nasty = [
      './game',
      '; rm -rf /',
      '$(id)',
      '`id`',
      '{{config.x}}',
      '%n',
      '{runtime.node}',
      'a\nb',
      '"',
    ]
    expect(renderCommand(nasty, '/opt/node')).toEqual(nasty)
  })

  it('T-101 refuses NUL and impossible variable names in words', () => {
    expect(launchProblem(['a', 'b\0c'], {})).toMatch(/NUL/)
    expect(launchProblem(['a'], { 'A=B': 'x' })).toMatch(/not possible/)
    expect(launchProblem(['a'], { A: 'x\0' })).toMatch(/NUL/)
    expect(launchProblem([''], {})).toMatch(/empty/)
    expect(launchProblem(['a'], { A: '$(x); y' })).toBeNull()
  })
})
