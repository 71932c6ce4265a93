// A player of OpenTTD 13 as far as the lobby: joins by TCP, answers for the password, and notices being thrown out.

import { once } from 'node:events'
import { connect } from 'node:net'

const [join, serverError, checkNewGrfs, newGrfsChecked, needPassword, password, welcome] = [
  2, 3, 8, 9, 10, 11, 14,
]
/** Of version 13.0, as its settings file says it. */
const [revision, newGrfVersion] = ['13.0', 0x1d086d64]
const spectator = 255

export interface OpenTtdPlayer {
  /** What it was told on joining: welcome, or the number of an error, or that a password is wanted. */
  joined: 'welcome' | 'password wanted' | `error ${number}`
  /** Resolves when the server has ended the connection. */
  gone: Promise<unknown>
  leave(): void
}

export async function joinOpenTtd(port: number, name: string, gamePassword?: string): Promise<OpenTtdPlayer> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const gone = once(socket, 'close')
  socket.on('error', () => {})
  const send = (type: number, body: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.from([0, 0, type])
    head.writeUInt16LE(body.length + 3)
    socket.write(Buffer.concat([head, body]))
  }
  const text = (value: string) => Buffer.from(`${value}\0`)
  const version = Buffer.alloc(4)
  version.writeUInt32LE(newGrfVersion)
  send(join, Buffer.concat([text(revision), version, text(name), Buffer.from([spectator])]))
  const outcome = Promise.withResolvers<OpenTtdPlayer['joined']>()
  const obey = (type: number | undefined, body: Buffer) => {
    if (type === checkNewGrfs) send(newGrfsChecked)
    else if (type === needPassword && gamePassword === undefined) outcome.resolve('password wanted')
    else if (type === needPassword) send(password, text(gamePassword ?? ''))
    else if (type === serverError) outcome.resolve(`error ${body[0] ?? -1}`)
    else if (type === welcome) outcome.resolve('welcome')
  }
  let received = Buffer.alloc(0)
  socket.on('data', bytes => {
    received = Buffer.concat([received, bytes])
    while (received.length >= 3 && received.length >= received.readUInt16LE()) {
      const length = received.readUInt16LE()
      const packet = received.subarray(0, length)
      received = received.subarray(length)
      obey(packet[2], packet.subarray(3))
    }
  })
  void gone.then(() => outcome.resolve('error -1'))
  return { joined: await outcome.promise, gone, leave: () => socket.destroy() }
}
