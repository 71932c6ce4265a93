// RCON over UDP against games that answer in one datagram, in several, split, late, twice or not at all.

import { describe, expect, it } from 'vitest'
import { openBattlEyeClient } from '../../src/features/rcon/battleye-client.ts'
import { openGoldSourceClient } from '../../src/features/rcon/goldsource-client.ts'
import { crc32 } from '../../src/features/rcon/logic/battleye-packets.ts'
import { openQuake3Client } from '../../src/features/rcon/quake3-client.ts'
import { listenUdp, password } from './stand-in-games.ts'

const limits = { connectMs: 20_000, answerMs: 20_000, quietMs: 500 }
const at = (port: number, word = password) => ({ host: '127.0.0.1', port, password: word })

describe('Quake 3 RCON', () => {
  const quake = () =>
    listenUdp((datagram, reply) => {
      const [, word, ...command] = datagram.toString('latin1').slice(4).split(' ')
      if (word !== password) return reply('\xff\xff\xff\xffprint\nBad rconpassword.\n')
      if (command.join(' ') === 'nothing') return
      for (let part = 0; part < 20; part++) reply(`\xff\xff\xff\xffprint\n${part}:${command.join(' ')}\n`)
    })

  it('all datagrams of an answer come together', async () => {
    const client = await openQuake3Client(at(await quake()), limits)
    const answer = await client.send('say a "b" c')
    expect(answer.split('\n')).toHaveLength(21)
    expect(answer).toContain('19:say a "b" c')
    client.close()
  })

  it('a wrong password, silence and nobody are told with a reason', async () => {
    const port = await quake()
    const wrong = await openQuake3Client(at(port, 'wrong'), limits)
    await expect(wrong.send('status')).rejects.toMatchObject({ code: 'conflict' })
    const silent = await openQuake3Client(at(port), { ...limits, answerMs: 500 })
    await expect(silent.send('nothing')).rejects.toMatchObject({ code: 'game_unreachable' })
    const nobody = await openQuake3Client(at(1), limits)
    await expect(nobody.send('status')).rejects.toMatchObject({ code: 'game_unreachable' })
    for (const client of [wrong, silent, nobody]) client.close()
    await expect(openQuake3Client(at(port, 'a;quit'), limits)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('GoldSource RCON', () => {
  it('takes a new challenge when the old one is stale, and joins split answers', async () => {
    let challenges = 0
    const port = await listenUdp((datagram, reply) => {
      const text = datagram.toString('latin1').slice(4)
      if (text === 'challenge rcon\n') {
        challenges += 1
        return reply(`\xff\xff\xff\xffchallenge rcon ${challenges}\n\0`)
      }
      const asked = /^rcon (\d+) "([^"]*)" (.*)\n$/.exec(text)
      if (asked?.[2] !== password) return reply('\xff\xff\xff\xfflBad rcon_password.\n\0\0')
      if (asked[1] !== '2') return reply('\xff\xff\xff\xfflBad challenge.\n\0\0')
      reply('\xfe\xff\xff\xff\x01\0\0\0\x12 answer\0\0')
      reply('\xfe\xff\xff\xff\x01\0\0\0\x02\xff\xff\xff\xffla long')
    })
    const client = await openGoldSourceClient(at(port), limits)
    expect(await client.send('status')).toBe('a long answer')
    expect(await client.send('status')).toBe('a long answer')
    expect(challenges).toBe(2)
    const wrong = await openGoldSourceClient(at(port, 'wrong'), limits)
    await expect(wrong.send('status')).rejects.toMatchObject({ code: 'conflict' })
    for (const one of [client, wrong]) one.close()
  })
})

describe('BattlEye RCON', () => {
  function packet(...content: (number | string)[]): Buffer {
    const body = Buffer.concat([
      Buffer.of(0xff),
      ...content.map(part => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))),
    ])
    const head = Buffer.from('BE....')
    head.writeUInt32LE(crc32(body), 2)
    return Buffer.concat([head, body])
  }

  it('logs in, answers the game’s messages and joins parts in any order', async () => {
    const receipts: number[] = []
    const port = await listenUdp((datagram, reply) => {
      const [kind, sequence = 0] = datagram.subarray(7)
      if (kind === 0) return reply(packet(0, datagram.toString('utf8', 8) === password ? 1 : 0))
      if (kind === 2) return void receipts.push(sequence)
      reply(packet(2, 77, 'somebody joined'))
      reply(packet(1, (sequence + 1) % 256, 'of another command'))
      reply(packet(1, sequence, 0, 2, 1, 'second'))
      reply(packet(1, sequence, 0, 2, 0, 'first, '))
    })
    const client = await openBattlEyeClient(at(port), limits)
    for (let count = 0; count < 300; count++) expect(await client.send('players')).toBe('first, second')
    await expect.poll(() => receipts.length).toBe(300)
    expect(new Set(receipts)).toEqual(new Set([77]))
    client.close()
    await expect(openBattlEyeClient(at(port, 'wrong'), limits)).rejects.toMatchObject({ code: 'conflict' })
  })
})
