// A player of Luanti as far as standing in the world: joins with a new account over UDP, and notices being thrown out.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const protocolId = 0x4f457403
const [control, original, split, reliable] = [0, 1, 2, 3]
const [ack, setPeerId] = [0, 1]
const toServer = { init: 0x02, init2: 0x11, clientReady: 0x43, firstSrp: 0x50 }
const toClient = { hello: 0x02, authAccept: 0x03, denied: 0x0a }
const firstSequence = 65_500
/** What the server offers to an account that does not exist yet. */
const mechanismFirstSrp = 4

export interface LuantiPlayer {
  /** `no new account`: the name is taken, and only its password opens it. */
  joined: 'joined' | 'no new account' | 'denied'
  /** Resolves when the server throws it out. */
  denied: Promise<unknown>
  leave(): void
}

const u8 = (value: number) => Buffer.from([value])
const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const text = (value: string | Buffer) => Buffer.concat([u16(Buffer.byteLength(value)), Buffer.from(value)])

export async function joinLuanti(port: number, name: string): Promise<LuantiPlayer> {
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let [peerId, sequence] = [0, firstSequence]
  const outcome = Promise.withResolvers<LuantiPlayer['joined']>()
  const denied = Promise.withResolvers<void>()

  const raw = (channel: number, body: Buffer) => {
    const head = Buffer.alloc(7)
    head.writeUInt32BE(protocolId)
    head.writeUInt16BE(peerId, 4)
    head[6] = channel
    socket.send(Buffer.concat([head, body]))
  }
  const command = (id: number, ...parts: Buffer[]) => Buffer.concat([u8(original), u16(id), ...parts])
  const sendReliably = (id: number, ...parts: Buffer[]) => {
    raw(1, Buffer.concat([u8(reliable), u16(sequence), command(id, ...parts)]))
    sequence += 1
  }
  const sayHello = () => raw(1, command(toServer.init, u8(29), u16(0), u16(37), u16(41), text(name)))

  function take(channel: number, body: Buffer): void {
    if (body[0] === reliable) {
      raw(channel, Buffer.concat([u8(control), u8(ack), body.subarray(1, 3)]))
      take(channel, body.subarray(3))
    } else if (body[0] === control && body[1] === setPeerId) {
      peerId = body.readUInt16BE(2)
      sayHello()
    } else if (body[0] === original) obey(body.readUInt16BE(1), body.subarray(3))
    // What is split is content of the world, which nobody looks at here.
    else if (body[0] === split) return
  }

  function obey(id: number, body: Buffer): void {
    if (id === toClient.hello) {
      const mechanisms = body.readUInt32BE(5)
      if ((mechanisms & mechanismFirstSrp) === 0) outcome.resolve('no new account')
      else sendReliably(toServer.firstSrp, text(Buffer.alloc(16, 7)), text(Buffer.alloc(256, 9)), u8(0))
    } else if (id === toClient.authAccept) {
      sendReliably(toServer.init2, text(''))
      sendReliably(toServer.clientReady, Buffer.from([5, 6, 1, 0]), text('test'), u16(4))
      outcome.resolve('joined')
    } else if (id === toClient.denied) {
      outcome.resolve('denied')
      denied.resolve()
    }
  }

  // A server that has ended.
  socket.on('error', () => {})
  socket.on('message', (message: Buffer) => take(message[6] ?? 0, message.subarray(7)))
  raw(0, Buffer.concat([u8(reliable), u16(firstSequence), u8(original), u16(0)]))
  const again = setInterval(sayHello, 500)
  const joined = await outcome.promise
  clearInterval(again)
  return { joined, denied: denied.promise, leave: () => socket.close() }
}
