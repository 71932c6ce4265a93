import { describe, expect, test } from 'vitest'
import { attachmentNamed } from './content-disposition.ts'

describe('T-076 the name of a download', () => {
  test.each([
    ['server.cfg', 'attachment; filename="server.cfg"'],
    ['a b;c=d.txt', 'attachment; filename="a b;c=d.txt"'],
    ['say "hi".txt', `attachment; filename="say _hi_.txt"; filename*=UTF-8''say%20%22hi%22.txt`],
    ['back\\slash', `attachment; filename="back_slash"; filename*=UTF-8''back%5Cslash`],
    [
      'a\r\nSet-Cookie: x=1',
      `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`,
    ],
    ['Größe.txt', `attachment; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt`],
    ["it's (1)*!é", `attachment; filename="it's (1)*!_"; filename*=UTF-8''it%27s%20%281%29%2A%21%C3%A9`],
    ['50%22.txt', `attachment; filename="50_22.txt"; filename*=UTF-8''50%2522.txt`],
    ['\u202Egpj.exe', `attachment; filename="_gpj.exe"; filename*=UTF-8''%E2%80%AEgpj.exe`],
    ['\0', `attachment; filename="_"; filename*=UTF-8''%00`],
  ])('T-076 %j', (name, header) => {
    expect(attachmentNamed(name)).toBe(header)
  })

  test('T-076 whatever the name, the header is one line of plain characters', () => {
    const isOneLine = /^attachment; filename="[^"\\\r\n]*"(; filename\*=UTF-8''[\w.~%-]+)?$/
    const codes = Array.from({ length: 0x1_00_00 }, (_, code) => code)
    const broken = codes.filter(code => !isOneLine.test(attachmentNamed(`a${String.fromCharCode(code)}b`)))
    expect(broken).toEqual([])
    expect(attachmentNamed('😀'.repeat(1_000)).length).toBeLessThan(4_096)
  })
})
