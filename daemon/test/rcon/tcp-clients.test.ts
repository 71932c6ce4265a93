// RCON over TCP against games of all habits: nothing of an answer is lost, and nobody waits for ever.

import { describe, expect, it } from 'vitest'
import { minecraftDialect, openSourceClient, sourceDialect } from '../../src/features/rcon/source-client.ts'
import { listenTcp, minecraftGame, password, type SourceHabits, sourceGame } from './stand-in-games.ts'

const limits = { connectMs: 20_000, answerMs: 20_000, quietMs: 500 }
const at = (port: number, word = password) => ({ host: '127.0.0.1', port, password: word })
const usual: SourceHabits = {
  answer: command => textOf(Number(command)),
  partBytes: 4_086,
  writeBytes: 100_000,
  echoes: 'empty-and-mirror',
}

/** No two places in it look alike, so that a lost part cannot hide. */
function textOf(bytes: number): string {
  let text = ''
  for (let line = 0; text.length < bytes; line++) text += `${line}.`
  return text.slice(0, bytes)
}

describe('Source RCON', () => {
  it('answers of 1 byte to 200 KB are whole', async () => {
    const game = await sourceGame(usual)
    const client = await openSourceClient(at(game.port), sourceDialect, limits)
    for (const bytes of [0, 1, 4_085, 4_086, 4_087, 8_172, 9_000, 65_536, 200_000]) {
      expect(await client.send(String(bytes))).toBe(textOf(bytes))
    }
    client.close()
  })

  it('an answer of 9,000 bytes is whole at every size of packet and of TCP segment', async () => {
    for (const partBytes of [1_000, 4_085, 4_086, 4_090, 8_999, 9_000, 200_000]) {
      for (const writeBytes of [997, 4_096, 9_999]) {
        const game = await sourceGame({ ...usual, partBytes, writeBytes })
        const client = await openSourceClient(at(game.port), sourceDialect, limits)
        expect(await client.send('9000'), `${partBytes}, ${writeBytes}`).toBe(textOf(9_000))
        client.close()
      }
    }
  })

  it('a character that lies across two packets stays one', async () => {
    const game = await sourceGame({ ...usual, answer: () => 'äöü🦢'.repeat(500), partBytes: 7 })
    const client = await openSourceClient(at(game.port), sourceDialect, limits)
    expect(await client.send('x')).toBe('äöü🦢'.repeat(500))
    client.close()
  })

  it.each(['nothing', 'hangs-up'] as const)(
    'a game that does not echo (%s) is answered all the same',
    async echoes => {
      const game = await sourceGame({ ...usual, echoes, partBytes: 3_000 })
      const client = await openSourceClient(at(game.port), sourceDialect, limits)
      expect(await client.send('9000')).toBe(textOf(9_000))
      expect(client.isClosed).toBe(echoes === 'hangs-up')
      client.close()
    },
  )

  it.each([0, -1])('a game that answers under id %i is understood', async answerId => {
    const game = await sourceGame({ ...usual, echoes: 'nothing', answerId })
    const client = await openSourceClient(at(game.port), sourceDialect, limits)
    expect(await client.send('5000')).toBe(textOf(5_000))
    expect(await client.send('7')).toBe(textOf(7))
    client.close()
  })

  it('a wrong password is said with a reason that do not repeat it', async () => {
    const game = await sourceGame(usual)
    const refusal = await openSourceClient(at(game.port, 'wrong-horse'), sourceDialect, limits).catch(
      (error: Error) => error,
    )
    expect(refusal).toMatchObject({ code: 'conflict', message: expect.stringContaining('password') })
    expect(String((refusal as Error).stack)).not.toContain('wrong-horse')
  })

  it('nobody listening, silence and a stranger are told apart', async () => {
    const silent = await listenTcp(() => {})
    const stranger = await listenTcp(socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const words = async (port: number, { answerMs } = limits) =>
      (
        (await openSourceClient(at(port), sourceDialect, { ...limits, answerMs }).catch(
          error => error,
        )) as Error
      ).message
    expect(await words(1)).toContain('nothing answers')
    expect(await words(silent.port, { ...limits, answerMs: 300 })).toContain('did not answer')
    expect(await words(stranger.port)).toContain('does not speak the RCON')
  })

  it('a command that is never answered ends after its time and closes the connection', async () => {
    const game = await listenTcp(socket => {
      socket.once('data', chunk => {
        const answer = Buffer.from(chunk.subarray(0, 14))
        answer.writeInt32LE(10, 0)
        answer.writeInt32LE(2, 8)
        answer.fill(0, 12)
        socket.write(answer)
      })
    })
    const client = await openSourceClient(at(game.port), sourceDialect, { ...limits, answerMs: 3_000 })
    await expect(client.send('status')).rejects.toMatchObject({ code: 'game_unreachable' })
    expect(client.isClosed).toBe(true)
  })

  it('a game that answers for ever is given up and fills nobody’s memory', async () => {
    const game = await sourceGame({ ...usual, answer: () => 'x'.repeat(8_000_000), echoes: 'nothing' })
    const client = await openSourceClient(at(game.port), sourceDialect, limits)
    expect((await client.send('x')).length).toBe(1024 * 1024)
    client.close()
  })
})

describe('Minecraft RCON', () => {
  it('answers are whole, and two packets never arrive in one piece', async () => {
    const game = await minecraftGame(command => textOf(Number(command)))
    const client = await openSourceClient(at(game.port), minecraftDialect, limits)
    for (const bytes of [0, 1, 4_095, 4_096, 4_097, 8_192, 9_000, 200_000]) {
      expect(await client.send(String(bytes))).toBe(textOf(bytes))
    }
    expect(client.isClosed).toBe(false)
    client.close()
  })

  it('parts are counted in characters, so a packet may be larger than 4,096 bytes', async () => {
    const game = await minecraftGame(() => '§aÄ'.repeat(4_000))
    const client = await openSourceClient(at(game.port), minecraftDialect, limits)
    expect(await client.send('list')).toBe('§aÄ'.repeat(4_000))
    client.close()
  })

  it('a wrong password and a command that is too long are refused with a reason', async () => {
    const game = await minecraftGame(command => command)
    await expect(openSourceClient(at(game.port, 'no'), minecraftDialect, limits)).rejects.toMatchObject({
      code: 'conflict',
    })
    const client = await openSourceClient(at(game.port), minecraftDialect, limits)
    await expect(client.send('x'.repeat(1_447))).rejects.toMatchObject({ code: 'invalid_input' })
    client.close()
  })
})
