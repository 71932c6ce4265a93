import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { lintTemplates } from './lint-templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))
const arena = fileURLToPath(new URL('../../../templates/arena.yaml', import.meta.url))

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

async function lint(...files: string[]) {
  const lines: string[] = []
  const status = await lintTemplates(files, line => lines.push(line.replaceAll(`${folder}/`, '')))
  return { status, lines }
}

describe('rookery template lint', () => {
  test('a good file is ok, and the status is 0', async () => {
    expect(await lint(arena)).toEqual({ status: 0, lines: [`${arena}: ok`] })
  })

  test('each problem comes with file and line, and one bad file makes the status 1', async () => {
    const text = readFileSync(arena, 'utf8')
    const line = text.split('\n').findIndex(found => found.includes("'{var.MAP}'")) + 1
    const bad = file('bad.yaml', text.replace("'{var.MAP}'", "'{var.MAPP}'"))
    expect(await lint(arena, bad)).toEqual({
      status: 1,
      lines: [`${arena}: ok`, `bad.yaml:${line}: command[13] the placeholder {var.MAPP} is not known`],
    })
  })

  test('an egg is called an egg; what is no file, no text or not named is told', async () => {
    const egg = file('egg.json', JSON.stringify({ meta: { version: 'PLCN_v3' }, name: 'Egg' }))
    expect(await lint(egg)).toMatchObject({
      status: 1,
      lines: [expect.stringContaining('is an egg (PLCN_v3)')],
    })
    const broken = file('broken.json', '{"slug": "a"')
    expect(await lint(broken)).toMatchObject({
      status: 1,
      lines: [expect.stringMatching(/^broken\.json:1: the file is neither YAML nor JSON/)],
    })
    expect(await lint(join(folder, 'nowhere.yaml'))).toMatchObject({
      status: 1,
      lines: [expect.stringContaining('nowhere.yaml: the file cannot be read')],
    })
    expect((await lint()).status).toBe(1)
  })

  test('the example of the reference is without a problem', async () => {
    const page = readFileSync(new URL('../../../docs/reference/templates.md', import.meta.url), 'utf8')
    const example = /```yaml\n(slug: [\s\S]*?)```/.exec(page)?.[1] ?? ''
    expect(example).toContain('command:')
    expect(await lint(file('example.yaml', example))).toEqual({ status: 0, lines: ['example.yaml: ok'] })
  })
})
