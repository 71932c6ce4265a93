// The connection of one game: opened once for many commands, opened anew when the game has hung up, closed for good.

import { describe, expect, it } from 'vitest'
import { RconConnection } from '../../src/features/rcon/rcon-connection.ts'
import { openSourceClient, sourceDialect } from '../../src/features/rcon/source-client.ts'
import { password, sourceGame } from './stand-in-games.ts'

const game = () =>
  sourceGame({
    answer: command => `you said ${command}`,
    partBytes: 4_086,
    writeBytes: 10_000,
    echoes: 'empty-and-mirror',
  })

function connectionTo(port: number, word = password): RconConnection {
  const address = { host: '127.0.0.1', port, password: word }
  return new RconConnection(() => openSourceClient(address, sourceDialect))
}

describe('an RCON connection', () => {
  it('is opened once for many commands, each with its own answer', async () => {
    const { port, connections } = await game()
    const connection = connectionTo(port)
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(word => connection.send(word)))
    expect(answers).toEqual(['you said a', 'you said b', 'you said c', 'you said d'])
    expect(await connection.send('e')).toBe('you said e')
    expect(connections()).toBe(1)
    connection.close()
  })

  it('is opened anew when the game has hung up meanwhile', async () => {
    const { port, connections, hangUp } = await game()
    const connection = connectionTo(port)
    await connection.send('a')
    hangUp()
    await expect.poll(() => connection.send('b').catch(() => '')).toBe('you said b')
    expect(connections()).toBe(2)
    connection.close()
  })

  it('takes so many commands and no more, and none after its end', async () => {
    const { port } = await game()
    const connection = connectionTo(port)
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => connection.send('x')))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
    connection.close()
    await expect(connection.send('x')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('a password that was refused is tried again with the next command, not before', async () => {
    const { port, connections } = await game()
    const connection = connectionTo(port, 'wrong')
    await expect(connection.send('x')).rejects.toMatchObject({ code: 'conflict' })
    await expect(connection.send('x')).rejects.toMatchObject({ code: 'conflict' })
    expect(connections()).toBe(2)
    connection.close()
  })
})
