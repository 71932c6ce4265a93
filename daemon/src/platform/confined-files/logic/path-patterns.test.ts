import { expect, test } from 'vitest'
import { createPathPatterns } from './path-patterns.ts'

const matching = (lines: string[], paths: string[]) => {
  const patterns = createPathPatterns(lines)
  return paths.filter(path => patterns.matches(path))
}

test('a name holds at any depth, and for all that is below it', () => {
  expect(matching(['PalServer.sh'], ['PalServer.sh', 'a/b/PalServer.sh', 'PalServer.sh/x'])).toHaveLength(3)
  expect(
    matching(['PalServer.sh'], ['PalServer.shx', 'xPalServer.sh', 'palserver.sh', 'PalServerxsh']),
  ).toEqual([])
  expect(matching(['config/secret.yml'], ['config/secret.yml', 'a/config/secret.yml', 'secret.yml'])).toEqual(
    ['config/secret.yml', 'a/config/secret.yml'],
  )
})

test('a leading slash means the top, and so does *. behind a slash', () => {
  expect(matching(['/start.sh'], ['start.sh', 'a/start.sh'])).toEqual(['start.sh'])
  expect(matching(['mods/*.jar'], ['mods/a.jar', 'b/mods/a.jar', 'mods/x/a.jar'])).toEqual(['mods/a.jar'])
  expect(matching(['keys/'], ['keys', 'keys/a', 'x/keys/a', 'keysx'])).toEqual(['keys', 'keys/a', 'x/keys/a'])
})

test('* and ? and [] stay within a name, ** spans several', () => {
  expect(matching(['*.jar'], ['a.jar', 'x/b.jar', 'a.jarx'])).toEqual(['a.jar', 'x/b.jar'])
  expect(matching(['/a*b'], ['ab', 'axxb', 'a/b'])).toEqual(['ab', 'axxb'])
  expect(matching(['/a/**/z'], ['a/z', 'a/b/c/z', 'z', 'b/a/z'])).toEqual(['a/z', 'a/b/c/z'])
  expect(matching(['/a/**'], ['a', 'a/b', 'b'])).toEqual(['a', 'a/b'])
  expect(matching(['**/id'], ['id', 'x/y/id'])).toEqual(['id', 'x/y/id'])
  expect(matching(['id_[a-c]?'], ['id_b1', 'id_d1', 'id_b'])).toEqual(['id_b1'])
  expect(matching(['x[!0-9]'], ['xa', 'x1'])).toEqual(['xa'])
})

test('the last one decides, and comments, blanks and escapes are read as gitignore has them', () => {
  expect(matching(['*.cfg', '!mine.cfg'], ['a.cfg', 'mine.cfg'])).toEqual(['a.cfg'])
  expect(matching(['!mine.cfg', '*.cfg'], ['mine.cfg'])).toEqual(['mine.cfg'])
  expect(matching(['# *', '', '   ', '/', '!'], ['a', '# *'])).toEqual([])
  expect(matching(['\\#a', '\\!b', 'c\\*'], ['#a', '!b', 'c*', 'cx'])).toEqual(['#a', '!b', 'c*'])
  expect(matching(['a  \r'], ['a'])).toEqual(['a'])
})

test('a pattern made to be slow is not', () => {
  const patterns = createPathPatterns([`${'*a'.repeat(400)}b`, `${'**/a/'.repeat(400)}b`])
  expect(patterns.matches('a'.repeat(4_000))).toBe(false)
  expect(patterns.matches('a/'.repeat(2_000))).toBe(false)
})
