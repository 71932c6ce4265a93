// Games of other people, as the built-in templates describe them, through a whole daemon and under two managers:
// installed, started, seen by players, spoken to, stopped.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  gameUserIdBase,
  isRoot,
  openTestNode,
  type TestNode,
  until,
} from '../../daemon/test/open-test-node.ts'
import { minetest } from '../../daemon/test/real-games/minetest.ts'
import { openarena } from '../../daemon/test/real-games/openarena.ts'
import type { RealGame } from '../../daemon/test/real-games/real-game.ts'
import { teeworlds } from '../../daemon/test/real-games/teeworlds.ts'
import { missingDockerEngine } from '../../test-services/docker-engine.ts'
import { importHostPrograms } from '../../test-services/host-program-image.ts'
import { proofSize } from '../../test-services/proof-size.ts'
import { freePort } from '../../test-services/running-component.ts'
import { sharedDocker } from '../../test-services/shared.ts'
import { catalogDefinition } from './catalog-definition.ts'
import { openttd } from './openttd.ts'

const rconPassword = 'kept-out-of-sight'
/** By the slugs of their templates. */
const bySlug: Record<string, RealGame> = { luanti: minetest, openarena, teeworlds, openttd }
const games = Object.values(bySlug)
const slugOf = (game: RealGame) => Object.keys(bySlug).find(slug => bySlug[slug] === game) ?? ''
const imageOf = ({ debianPackage }: RealGame) => `localhost/rookery-${debianPackage}:test`
const installed = games.filter(({ program, name, debianPackage }) => {
  if (!existsSync(program)) console.log(`skipped: ${name} is not installed (Debian package ${debianPackage})`)
  return existsSync(program)
})
const missing = games.filter(game => !installed.includes(game))

/** Their command lines, wherever they run: a container shares the user ids of the machine. */
function processesOfUser(uid: number): string[] {
  return readdirSync('/proc').flatMap(pid => {
    try {
      const owner = /^Uid:\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
      if (owner?.[1] !== String(uid) || owner[2] !== String(uid)) return []
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
    } catch {
      return []
    }
  })
}

async function playThrough(node: TestNode, id: number, game: RealGame, manager: 'process' | 'docker') {
  const port = await freePort()
  const definition = catalogDefinition(slugOf(game), { port, processManager: manager, rconPassword })
  // These templates are for games that the node has; here an image has them too.
  const image = { image: imageOf(game), pull: false, read_only_root: true, folder: null }
  const { stop } = node.put(id, { ...definition, container: manager === 'docker' ? image : null })
  expect(await node.run(id, 'install')).toMatchObject({ status: 'success' })
  expect(await node.run(id, 'start')).toMatchObject({ status: 'success', message: 'ready' })

  let seen = ''
  await expect
    .poll(async () => (seen = (await game.seenFromOutside(port)) ?? ''), { timeout: 60_000 })
    .toMatch(game.looksAlive)
  const uid = gameUserIdBase + id
  if (isRoot) expect(processesOfUser(uid).join('\n')).toContain(definition.command.at(1) ?? '')
  for (const { typed, visible } of game.conversation) {
    await node.type(id, typed)
    await node.consoleUntil(id, visible)
  }

  const askedAt = performance.now()
  expect(await node.run(id, 'stop')).toMatchObject({ status: 'success', message: 'stopped' })
  const tookMs = performance.now() - askedAt
  expect(tookMs).toBeLessThan(stop.grace_ms)
  expect(node.state(id)).toBe('stopped')
  if (game.farewell) await node.consoleUntil(id, game.farewell)
  await until(() => processesOfUser(uid).length === 0, 'no process of the game is left')
  expect(await game.seenFromOutside(port)).toBeNull()
  console.log(
    `${game.name} under ${manager}: ${seen.length} characters of answer, stopped in ${tookMs.toFixed(0)} ms`,
  )
}

describe('real games under process', () => {
  let node: TestNode
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node?.end())

  test.for(installed)('E $name runs by its template: seen from outside, spoken to and stopped', game =>
    playThrough(node, games.indexOf(game) + 1, game, 'process'),
  )
  test.skip.for(missing)('E $name runs by its template: seen from outside, spoken to and stopped', () => {})
})

const noDocker = missingDockerEngine()
if (noDocker !== null) console.log(`skipped: ${noDocker}`)

/** That a template runs is shown above; in a container one game shows it before a change lands, all of them in the proof. */
const contained = proofSize({ short: installed.filter(game => game === teeworlds), proof: installed })

describe.skipIf(noDocker !== null)('real games under docker', () => {
  let node: TestNode
  beforeAll(async () => {
    const engine = await sharedDocker()
    for (const game of contained) await importHostPrograms(engine, imageOf(game), game.inImage)
    const sockets = { docker_socket: engine.socketFile, podman_socket: false } as const
    node = await openTestNode(undefined, { processManager: { name: 'docker', ...sockets } })
  })
  afterAll(() => node?.end())

  test.for(contained)('E $name runs by its template: seen from outside, spoken to and stopped', game =>
    playThrough(node, games.indexOf(game) + 1, game, 'docker'),
  )
  test.skip.for(missing)('E $name runs by its template: seen from outside, spoken to and stopped', () => {})
})
