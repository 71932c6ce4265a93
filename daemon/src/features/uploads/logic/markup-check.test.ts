import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMarkupCheck } from './markup-check.ts'

function check(text: string, cuts: number[] = []) {
  const bytes = Buffer.from(text)
  const markup = createMarkupCheck()
  let from = 0
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    const to = Math.max(from, Math.min(cut, bytes.length))
    markup.push(bytes.subarray(from, to))
    from = to
  }
  return markup.end()
}

const documents = [
  ['\ufeff <?xml version="1.0"?><!-- c --><!DOCTYPE svg PUBLIC "x" "y"><svg/>', 'svg'],
  ['<!doctype r [<!ELEMENT r ANY>\n] ><r/>', 'xml'],
  ['<!doctype r [<!ENTITY a "b">]><r/>', 'xml with entities'],
  ['<r><a xmlns="http://www.w3.org/1999/xht&#109;l"/></r>', 'html'],
  ['<r><script/><svg/><html/></r>', 'xml'],
  ['<?xml version="1.0"?><title/>', 'xml'],
  ['<title>x</title>', 'html'],
  ['<titles>x</titles>', 'xml'],
  ['a\n<!DOCTYPE HTML>', 'html'],
  ['a <html> b', 'none'],
  ['<3', 'none'],
  ['<html', 'html'],
  ['', 'none'],
] as const

test.each(documents)('T-074 %j is %s, wherever it is cut', (text, wanted) => {
  expect(check(text)).toBe(wanted)
  fc.assert(
    fc.property(fc.array(fc.nat(text.length + 3), { maxLength: 6 }), cuts => {
      expect(check(text, cuts)).toBe(wanted)
    }),
  )
})
