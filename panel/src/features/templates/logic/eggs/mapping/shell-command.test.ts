import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processorMsOf } from '../../../../../../../test-services/processor-time.ts'
import { proofSize } from '../../../../../../../test-services/proof-size.ts'
import { shellCommand } from './shell-command.ts'

/** Prints what it got, one argument each, so that a test sees exactly what the game would see. */
const show = `printf '<%s>'`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-egg-command-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(startup: string, environment: Record<string, string>): string {
  const { shell } = shellCommand(startup)
  return execFileSync('sh', ['-c', shell], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** What each value of X gives. One shell of ours starts the others, which costs a tenth of starting each from here. */
function runWithEach(startup: string, values: readonly string[]): string[] {
  const { shell } = shellCommand(startup)
  const each = values.map((_, index) => `X="$VALUE_${index}" sh -c "$STARTUP"; printf '\\0'`)
  const environment = Object.fromEntries(values.map((value, index) => [`VALUE_${index}`, value]))
  const output = execFileSync('sh', ['-c', each.join('\n')], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', Y: 'never', STARTUP: shell, ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.split('\0').slice(0, -1)
}

const hostile = [
  '; touch broken-out',
  '$(touch broken-out)',
  '`touch broken-out`',
  '"; touch broken-out; "',
  "'; touch broken-out; '",
  '\'"; touch broken-out; "\'',
  '&& touch broken-out',
  '| touch broken-out',
  'a\ntouch broken-out\n',
  `\${X}`,
  '{{Y}}',
  '\\',
  '"',
  "'",
  '$((1+1))',
  '> broken-out',
  '#',
]

/** One argument each: the value stands in it as it is, whatever it holds. */
const quotedPlaces: [startup: string, before: string, after: string][] = [
  [`${show} "{{X}}"`, '', ''],
  [`${show} "a {{X}} b"`, 'a ', ' b'],
  [`${show} '{{X}}'`, '', ''],
  [`${show} 'it is {{X}} here'`, 'it is ', ' here'],
  [`${show} "$(printf %s '{{X}}')"`, '', ''],
  [`${show} "$(printf %s "{{X}}")"`, '', ''],
  [`bash -c "${show} \\"{{X}}\\""`, '', ''],
  [`bash -c 'printf "<%s>" "{{X}}"'`, '', ''],
  [`bash -c "printf '<%s>' '{{X}}'"`, '', ''],
  [`sh -ec 'printf "<%s>" "{{X}}"'`, '', ''],
  [`eval 'printf "<%s>" "{{X}}"'`, '', ''],
  [`eval "printf '<%s>' \\"{{X}}\\""`, '', ''],
  [`if [[ -n "{{X}}" ]]; then ${show} "{{X}}"; fi`, '', ''],
  [`# don't mind\n${show} "{{X}}"`, '', ''],
]

describe('the start command of an egg', () => {
  test.each(quotedPlaces)('T-101 a value stays one argument in %s', (startup, before, after) => {
    // A substitution drops the newlines at its end, as every shell does.
    const seen = (value: string) => (/\$\(/.test(startup) ? value.replace(/\n+$/, '') : value)
    expect(runWithEach(startup, hostile)).toEqual(hostile.map(value => `<${before}${seen(value)}${after}>`))
    expect(existsSync(join(folder, 'broken-out'))).toBe(false)
  })

  test('T-101 without quotes a value is cut at spaces, as eggs expect, and nothing of it runs', () => {
    expect(run(`${show} {{X}}`, { X: '-a  -b 3' })).toBe('<-a><-b><3>')
    const wordsOf = (value: string) => value.split(/[ \t\n]+/).filter(word => word !== '')
    expect(runWithEach(`${show} {{X}} end`, hostile)).toEqual(
      hostile.map(value => [...wordsOf(value), 'end'].map(word => `<${word}>`).join('')),
    )
    expect(existsSync(join(folder, 'broken-out'))).toBe(false)
  })

  test('T-101 any text at all comes through unchanged', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter(value => !value.includes('\0'))
    fc.assert(
      fc.property(text, fc.constantFrom(...quotedPlaces.slice(0, 4)), (value, [startup, before, after]) => {
        expect(run(startup, { X: value })).toBe(`<${before}${value}${after}>`)
      }),
      { numRuns: proofSize({ short: 20, proof: 200 }) },
    )
  })

  test.each([
    ['java -jar {{SERVER_JARFILE}}', `java -jar \${SERVER_JARFILE}`],
    ['./a {{ SERVER_PORT }}', `./a \${SERVER_PORT}`],
    ['./a {{server.build.default.port}} {{env.X}} {{server.build.env.X}}', `./a \${SERVER_PORT} \${X} \${X}`],
    ['./a {{server.build.memory}}', `./a \${SERVER_MEMORY}`],
    [`./a '{{X}}'`, `./a ''"\${X}"''`],
    [`./a "it's {{X}}"`, `./a "it's \${X}"`],
    [`./a "\\"{{X}}"`, `./a "\\"\${X}"`],
    [`./a \\'{{X}}`, `./a \\'\${X}`],
    ['./a {{no.such.key}}b', './a b'],
    ['./a {{MY-VAR}}', `./a \${MY_VAR}`],
    ['./a {not a placeholder} {{', './a {not a placeholder} {{'],
  ])('%s becomes %s', (startup, shell) => {
    expect(shellCommand(startup).shell).toBe(shell)
  })

  test('what only bash knows is run by bash, and works there', () => {
    const startup = `[[ {{X}} == y* ]] && ${show} "it's {{X}}"`
    expect(shellCommand(startup)).toMatchObject({ needsBash: true, names: ['X', 'X'] })
    expect(run(startup, { X: 'yes' })).toBe("<it's yes>")
    expect(shellCommand('java -jar {{X}}').needsBash).toBe(false)
  })

  test('a value that is itself run or calculated is told', () => {
    expect(shellCommand('eval {{X}}').evaluated).toEqual(['X'])
    expect(shellCommand('bash -c {{X}}').evaluated).toEqual(['X'])
    expect(shellCommand('./a $(( {{X}} * 2 )) {{Y}}').evaluated).toEqual(['X'])
    expect(shellCommand('[[ "{{X}}" -eq 1 ]] && ./a {{Y}}').evaluated).toEqual(['X'])
    expect(shellCommand('./a {{X}}').evaluated).toEqual([])
  })

  test('any text is read in reasonable time and without a crash', () => {
    fc.assert(fc.property(fc.string(), startup => typeof shellCommand(startup).shell === 'string'))
    const long = `echo ${`'{{X}}' "{{Y}}" `.repeat(2_000)}`
    expect(processorMsOf(() => void shellCommand(long))).toBeLessThan(20_000)
  })
})
