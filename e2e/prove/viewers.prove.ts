// Viewers that flood, that do not read, that fall silent, and very many of them at once.

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSocket } from '../live/live-socket.ts'
import { LiveWorld } from '../live/live-world.ts'
import { clientFrame, openDeafViewer } from '../live/raw-viewers.ts'
import { waitFor } from '../wait-for.ts'

const lineBytes = 1_000_000_000
const viewers = 2_000

let world: LiveWorld
let id: number
const deaf: Socket[] = []
beforeAll(async () => {
  world = await new LiveWorld({ opensInside: true }).start()
  id = await world.startGame(`echo ready
    while read -r line; do
      case "$line" in
        endless) head -c ${lineBytes} /dev/zero | tr '\\0' x; echo over ;;
        flood) head -c 40000000 /dev/zero | tr '\\0' x | fold -w 100; echo flooded ;;
        *) echo "you said: $line" ;;
      esac
    done`)
})
afterAll(async () => {
  for (const socket of deaf) socket.destroy()
  await world.stop()
})

const path = () => `/api/ws/servers/${id}/console`

async function openDeaf(): Promise<Socket> {
  const socket = await openDeafViewer(world.url, path(), await world.shortLivedToken())
  deaf.push(socket)
  return socket
}

/** What the panel and the daemon hold in memory together. */
const residentMegabytes = () =>
  [world.panel.pid, world.daemon.pid]
    .map(pid => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]))
    .reduce((one, other) => one + other) / 1024

const isEnded = (socket: Socket) => {
  let ended = false
  for (const event of ['end', 'close', 'error']) {
    socket.on(event, () => {
      ended = true
    })
  }
  return () => ended
}

describe('hostile viewers', () => {
  test('T-082 too many messages end with 1008, too large ones with 1009, and others go on', async () => {
    const honest = await world.open(path())
    const noisy = await world.open(path())
    for (let count = 0; count < 10_000; count++) noisy.send('ping')
    await waitFor('the noisy one is cut', () => noisy.closeCode() !== null)
    expect(noisy.closeCode()).toBe(1008)
    const large = await world.open(path())
    // Little enough to be on its way as a whole before it is refused: who still writes may miss the reason.
    large.socket.send('x'.repeat(512 * 1024))
    await waitFor('the large one is cut', () => large.closeCode() !== null)
    expect(large.closeCode()).toBe(1009)
    honest.send('console.command', { command: 'honest' })
    await waitFor('the honest one is answered', () => honest.text().includes('you said: honest'))
    // It keeps all that it reads, and others measure memory after it.
    honest.socket.terminate()
  })

  test('T-082 a message in pieces of one byte, and compressed ones nobody agreed on, end the connection', async () => {
    const pieces = await openDeaf()
    const cut = isEnded(pieces)
    pieces.resume()
    pieces.write(clientFrame(1, Buffer.from('{'), { fin: false }))
    for (let count = 0; count < 1_000; count++) {
      pieces.write(clientFrame(0, Buffer.from(' '), { fin: false }))
    }
    await waitFor('it is cut', cut)
    const bomb = await openDeaf()
    const ended = isEnded(bomb)
    bomb.resume()
    bomb.write(clientFrame(1, Buffer.alloc(1_000), { fin: true, compressed: true }))
    await waitFor('it is cut', ended)
  })

  test('6.2 a viewer that stops reading is cut, and those who read see the flood to its end', async () => {
    const stuck = await openDeaf()
    const quick = await world.open(path())
    const before = residentMegabytes()
    quick.send('console.command', { command: 'flood' })
    await waitFor('the flood is over', () =>
      String(quick.frames.at(-1)?.payload.chunk).endsWith('flooded\r\n'),
    )
    expect(residentMegabytes() - before).toBeLessThan(200)
    const ended = isEnded(stuck)
    stuck.resume()
    await waitFor('the stuck one was cut', ended)
    expect(quick.closeCode()).toBeNull()
    quick.socket.terminate()
  })

  test(`T-079 a line of ${lineBytes} bytes comes in pieces, memory stays bounded, and the console goes on after it`, async () => {
    const viewer = openSocket(world.url, path(), await world.shortLivedToken())
    let [largestBytes, peak, tail] = [0, 0, '']
    viewer.socket.removeAllListeners('message')
    viewer.socket.on('message', (raw: Buffer) => {
      largestBytes = Math.max(largestBytes, raw.length)
      peak = Math.max(peak, residentMegabytes())
      tail = String((JSON.parse(String(raw)) as { payload: { chunk?: string } }).payload.chunk ?? tail)
    })
    await viewer.opened
    const before = residentMegabytes()
    viewer.send('console.command', { command: 'endless' })
    await waitFor('the line has an end', () => tail.endsWith('over\r\n'))
    expect(largestBytes).toBeLessThan(2 * 1024 * 1024)
    const grownMb = peak - before
    console.info(`a line of ${lineBytes} bytes: +${grownMb.toFixed(0)} MB in panel and daemon together`)
    expect(grownMb).toBeLessThan(200)
    viewer.socket.terminate()
  }, 300_000)

  test('T-084 a viewer that answers no ping is gone after a minute', async () => {
    const silent = await openDeaf()
    const ended = isEnded(silent)
    // The panel asks every 15 seconds and waits for 45; its clock alone is moved.
    await world.panel.inside('timeOfDayAheadMs', 50_000)
    await world.panel.inside('runIntervals', 60_000)
    silent.resume()
    await waitFor('it is cut', ended)
  })

  test(`T-083 ${viewers} viewers that never read: the panel accepts them all and answers others`, async () => {
    const before = residentMegabytes()
    for (let round = 0; round < viewers / 50; round++) await Promise.all(Array.from({ length: 50 }, openDeaf))
    const perViewerKilobytes = ((residentMegabytes() - before) * 1024) / viewers
    console.info(`${viewers} idle viewers: ${perViewerKilobytes.toFixed(0)} KB each`)
    const startedAt = performance.now()
    const honest = await world.open(path())
    honest.send('console.command', { command: 'among many' })
    await waitFor('it is answered', () => honest.text().includes('you said: among many'))
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(perViewerKilobytes).toBeLessThan(300)
  })
})
