// Packets of the UDP protocols, and any bytes that may come instead.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { crc32, encodeCommand, encodeLogin, encodeReceipt, readBattlEyePacket } from './battleye-packets.ts'
import {
  createSplitReader,
  encodeGoldSourceCommand,
  encodeQuakeCommand,
  isSendablePassword,
  readChallenge,
  readGoldSourcePrint,
  readQuakePrint,
} from './out-of-band-packets.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('out-of-band packets', () => {
  it('are written and read as the Quake family does', () => {
    expect(encodeQuakeCommand('pw', 'status')).toEqual(bytes('\xff\xff\xff\xffrcon pw status'))
    expect(encodeGoldSourceCommand('-12', 'pw', 'say hi')).toEqual(
      bytes('\xff\xff\xff\xffrcon -12 "pw" say hi\n'),
    )
    expect(readQuakePrint(bytes('\xff\xff\xff\xffprint\nmap: q3dm1'))?.toString()).toBe('map: q3dm1')
    expect(readQuakePrint(bytes('\xff\xff\xff\xffstatusResponse\n'))).toBeNull()
    expect(readChallenge(bytes('\xff\xff\xff\xffchallenge rcon 1234567\n\0'))).toBe('1234567')
    expect(readChallenge(bytes('\xff\xff\xff\xffchallenge rcon ;quit'))).toBeNull()
    expect(readGoldSourcePrint(bytes('\xff\xff\xff\xfflhello\0\0'))?.toString()).toBe('hello\0\0')
  })

  it('split answers come together in whatever order their parts came', () => {
    const parts = ['\xff\xff\xff\xfflon', 'e two', ' three'].map((text, number) =>
      bytes(`\xfe\xff\xff\xff\x05\0\0\0${String.fromCharCode((number << 4) | 3)}${text}`),
    )
    const join = createSplitReader()
    const [first, second, third] = parts as [Buffer, Buffer, Buffer]
    expect([join(third), join(first)]).toEqual([null, null])
    expect(join(second)?.toString('latin1')).toBe('\xff\xff\xff\xfflone two three')
  })

  it('a password that could end early or begin a command is not sent', () => {
    for (const password of ['a b', 'a"b', 'a;b', 'a\nb', 'a\\b', '', 'a\0'])
      expect(isSendablePassword(password)).toBe(false)
    for (const password of ['hunter2', 'wq-_ZÄ9$%/']) expect(isSendablePassword(password)).toBe(true)
  })
})

describe('BattlEye packets', () => {
  it('carry the checksum that its documentation gives', () => {
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
    expect(encodeLogin('hi').subarray(6)).toEqual(bytes('\xff\0hi'))
    expect(encodeReceipt(9).subarray(6)).toEqual(bytes('\xff\x02\x09'))
  })

  it('answers are read whole and in parts; what is damaged is not', () => {
    const whole = encodeCommand(3, 'players')
    expect(readBattlEyePacket(whole)).toEqual({
      kind: 'answer',
      sequence: 3,
      part: 0,
      parts: 1,
      body: Buffer.from('players'),
    })
    expect(readBattlEyePacket(encodeCommand(3, '\0\x02\x01rest'))).toMatchObject({
      part: 1,
      parts: 2,
      body: Buffer.from('rest'),
    })
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(readBattlEyePacket(damaged)).toBeNull()
    }
  })
})

describe('any datagram', () => {
  it('never crashes a reader', () => {
    const start = fc.constantFrom('', 'BE', '\xff\xff\xff\xff', '\xfe\xff\xff\xff', '\xff\xff\xff\xffl')
    const join = createSplitReader()
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 80 }), (head, rest) => {
        const datagram = Buffer.concat([bytes(head), rest])
        for (const read of [join, readQuakePrint, readGoldSourcePrint, readChallenge, readBattlEyePacket]) {
          expect(() => read(datagram)).not.toThrow()
        }
      }),
      propertyRuns(5_000),
    )
  })
})
