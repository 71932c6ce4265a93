import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../test-services/proof-size.ts'
import type { InstallStep } from './install-steps.ts'
import { fillForNode, fillOnNode, fillPlaceholders, mapStepTexts } from './placeholders.ts'

const nasty = fc.oneof(
  fc.string(),
  fc.constantFrom('{found.url}', 'found.url', '{', '{{', '{{found.url}}', '}', '$&', "$'", '{runtime.node}'),
  fc.array(fc.constantFrom('{', '}', 'found.url', 'runtime.node', 'x')).map(parts => parts.join('')),
)

describe('placeholders', () => {
  test('text in braces that is no placeholder stays as it is', () => {
    expect(fillPlaceholders('{} {a} {"json":1} {a.b}', name => `<${name}>`)).toBe('{} {a} {"json":1} <a.b>')
  })

  test('T-101 no value and no text around it becomes a placeholder on the node', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (before, value, after) => {
        const valueFor = (name: string) => (name === 'var.X' ? value : undefined)
        // Only what the template itself writes is a placeholder there.
        const literal = (text: string) => text.replaceAll(/\{(?=(found|runtime)\.)/g, '(')
        const text = `${literal(before)}{var.X}${literal(after)}{found.url}`
        const meant = `${literal(before)}${value}${literal(after)}FOUND`
        const onNode = fillOnNode(fillForNode(text, valueFor), name => (name === 'found.url' ? 'FOUND' : ''))
        expect(onNode).toBe(meant)
      }),
      propertyRuns(2000),
    )
  })

  test('T-101 a value found on the node is never read again', () => {
    const found = { 'found.a': '{found.b}', 'found.b': 'secret' } as Record<string, string>
    expect(fillOnNode('{found.a} {{found.a} {found.c}', name => found[name])).toBe(
      '{found.b} {found.a} {found.c}',
    )
  })

  test('a text that nobody protected means what it says', () => {
    expect(fillOnNode('{ "motd": "hi" } {}', () => undefined)).toBe('{ "motd": "hi" } {}')
  })

  test('every text of a step is filled but names, choices and the script', () => {
    const upper = (step: InstallStep) => mapStepTexts(step, text => text.toUpperCase())
    const script: InstallStep = {
      do: 'run-script',
      image: 'debian',
      entrypoint: 'sh',
      script: 'echo {var.X}',
      folder: '/mnt/server',
      words: 'at work',
    }
    expect(upper(script)).toEqual({ ...script, image: 'DEBIAN', words: 'AT WORK' })
    expect(upper({ do: 'run-program', command: ['a', 'b'], words: 'w' })).toEqual({
      do: 'run-program',
      command: ['A', 'B'],
      words: 'W',
    })
    expect(upper({ do: 'read-json', url: 'u', where: 'w', name: 'url', words: 'w' })).toMatchObject({
      url: 'U',
      name: 'url',
    })
  })
})
