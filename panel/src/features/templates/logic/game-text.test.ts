import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endsBetweenQuotes, plainName, textBetweenQuotes } from './game-text.ts'

describe('text for a game that reads it as commands', () => {
  test.each([
    ['My server', 'My server'],
    ['Anna’s Höhle 😀', 'Anna’s Höhle 😀'],
    ['OA" +set sv_pure 0 +set x "b', "OA' set sv_pure 0 set x 'b"],
    ['a+quit', 'a quit'],
    ['-insecure', 'insecure'],
    [' +- + -x', 'x'],
    ['a; quit', 'a, quit'],
    ['$rcon_password', 'rcon_password'],
    ['C:\\games', 'C:/games'],
    ['+', 'server'],
  ])('the plain name of %j is %j', (name, plain) => {
    expect(plainName(name)).toBe(plain)
  })

  test('a plain name never holds what a game could take for a second command or an option', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', ';', '+', '-', '$', ' ', 'a') }), name => {
        expect(plainName(name)).toMatch(/^[^"\\;+$\s-](?:[^"\\;+$]*[^"\\;+$\s])?$/)
        expect(plainName(plainName(name))).toBe(plainName(name))
      }),
    )
  })

  test('a value between quotes cannot end them', () => {
    expect(textBetweenQuotes('a"; quit; "b\\\\')).toBe("a'; quit; 'b")
    expect(textBetweenQuotes('C:\\games\\x')).toBe('C:\\games\\x')
  })

  test.each([
    ['', false],
    ['sv_name "', true],
    ['sv_name "a" ', false],
    ['say "x\\" ', true],
    ['a "\nb ', false],
    ['a\n"b ', true],
  ])('what follows %j stands between quotes: %j', (text, isBetween) => {
    expect(endsBetweenQuotes(text)).toBe(isBetween)
  })
})
