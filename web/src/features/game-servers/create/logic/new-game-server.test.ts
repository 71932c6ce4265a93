// Tests of a game server that is being made up, and of the nodes that could run it.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { template as templateShape } from '@rookery/contracts/template.ts'
import { expect, test } from 'vitest'
import {
  bodyOf,
  firstDraft,
  freeName,
  isReady,
  isWrong,
  lacksAgreement,
  likelyPort,
  placementQuestion,
  shortName,
  withProposal,
} from './new-game-server.ts'
import { nodeChoices } from './node-choices.ts'

const template = templateShape.parse({
  slug: 'paper',
  name: 'Paper',
  game: 'Minecraft',
  description: '',
  process_managers: ['docker'],
  container: { images: [{ label: 'Java 21', image: 'java:21' }] },
  ports: { game: { protocol: 'tcp', default: 25565 } },
  variables: [
    { name: 'EULA', title: 'EULA', default: 'false', rules: ['required', 'boolean'] },
    { name: 'PLAYERS', title: 'Players', default: '16', rules: ['required', 'integer', 'between:1,64'] },
    { name: 'PASSWORD', title: 'Password', default: '', rules: ['required', 'min:8'], secret: true },
  ],
  command: ['java'],
  install: [],
  ready: { pattern: null },
  stop: { method: { by: 'command', command: 'stop' } },
})
const [eula, players, password] = template.variables
const accepted = { ...firstDraft('Paper'), variables: { EULA: 'true' } }

test('a server is named after what tells its game apart', () => {
  expect(['Minecraft: Paper', 'Valheim', 'Odd: '].map(shortName)).toEqual(['Paper', 'Valheim', 'Odd: '])
  expect(freeName(shortName('Minecraft: Paper'), ['paper', 'Paper 2'])).toBe('Paper 3')
})

test('everything has good defaults but the license', () => {
  if (!eula || !players || !password) throw new Error('the template has no variables')
  expect(lacksAgreement(eula, firstDraft('Paper'))).toBe(true)
  expect(lacksAgreement(eula, { ...firstDraft('Paper'), start: false })).toBe(false)
  expect(isReady(firstDraft('Paper'), template, 1)).toBe(false)
  expect(isReady(accepted, template, 1)).toBe(true)
  expect(isReady(accepted, template, null)).toBe(false)
  expect(isReady({ ...accepted, name: ' ' }, template, 1)).toBe(false)
  expect(isWrong(password, accepted)).toBe(false)
  expect(isWrong(password, { ...accepted, variables: { PASSWORD: 'short' } })).toBe(true)
  expect(isReady({ ...accepted, variables: { EULA: 'true', PLAYERS: '99' } }, template, 1)).toBe(false)
})

test('what was not touched is left to the panel', () => {
  const onFirst = {
    isAnywhere: false,
    isForeseen: false,
    choice: { node: { id: 1 } as Node, ways: ['docker'], why: 'fits' as const },
  }
  expect(bodyOf(accepted, 7, onFirst)).toEqual({
    name: 'Paper',
    node_id: 1,
    template_id: 7,
    variables: { EULA: 'true' },
    install: true,
    start: true,
  })
  expect(bodyOf({ ...accepted, install: false }, 7, onFirst)).toMatchObject({ install: false, start: false })
  const anywhere = { ...accepted, wish: { location: 'Oslo', tags: ['ssd'] } }
  expect(bodyOf(anywhere, 7, { ...onFirst, isAnywhere: true })).toEqual({
    ...{ name: 'Paper', template_id: 7, placement: { location: 'Oslo', tags: ['ssd'] } },
    ...{ process_manager: 'docker', variables: { EULA: 'true' }, install: true, start: true },
  })
})

test('whoever is chosen owns it, and nobody where nobody is', () => {
  const where = { isAnywhere: true, isForeseen: false, choice: undefined }
  const owner = { id: 12, login: 'mira', name: 'Mira' }
  expect(bodyOf({ ...accepted, owner }, 7, where)).toMatchObject({ owner_id: 12 })
  expect(bodyOf(accepted, 7, where)).not.toHaveProperty('owner_id')
})

test('the panel is asked about what is good already', () => {
  const place = { ...accepted.place, memoryGib: '1,5', cpuPercent: '0', diskGib: 'x' }
  const wish = { location: '', tags: ['ssd', 'fast'] }
  expect(placementQuestion({ ...accepted, place, wish, way: 'docker' })).toEqual({
    ...{ memory_limit_bytes: '1610612736', process_manager: 'docker', tags: 'ssd,fast' },
  })
})

test('nodes that cannot run it say why, and come last', () => {
  const node = (name: string, parts: Partial<Node>) =>
    ({
      ...{ name, enrolled: true, enabled: true, online: true, placement: 'open', runtimes: ['process'] },
      ...parts,
    }) as Node
  const nodes = [
    node('plain', {}),
    node('away', { online: false }),
    node('off', { enabled: false, online: false }),
    node('new', { enrolled: false, online: false }),
    node('docker', { runtimes: ['process', 'docker'] }),
  ]
  expect(nodeChoices(nodes, ['docker', 'podman']).map(({ node: { name }, why }) => [name, why])).toEqual([
    ['docker', 'fits'],
    ['plain', 'lacks'],
    ['away', 'away'],
    ['off', 'off'],
    ['new', 'notJoined'],
  ])
})

test('a proposed name counts up where it is taken', () => {
  expect(freeName('Paper', [])).toBe('Paper')
  expect(freeName('Paper', ['paper '])).toBe('Paper 2')
  expect(freeName('Paper', ['Paper', 'Paper 2', 'Paper 4'])).toBe('Paper 3')
})

test('the port is the typed one, else the first from the default on that no server of the node has', () => {
  const server = (nodeId: number, port: number, rconPort: number | null = null) => ({
    node_id: nodeId,
    port,
    query_port: null,
    rcon_port: rconPort,
  })
  const servers = [server(1, 25_565), server(1, 25_570, 25_566), server(2, 25_567)]
  const typed = (port: string) => ({ place: { ...accepted.place, port } })
  expect(likelyPort(accepted, template, 1, [])).toBe(25_565)
  expect(likelyPort(accepted, template, 1, servers)).toBe(25_567)
  expect(likelyPort(accepted, template, null, servers)).toBeNull()
  expect(likelyPort(typed('4000'), template, 1, servers)).toBe(4000)
  expect(likelyPort(typed('99999'), template, 1, servers)).toBeNull()
})

test('memory is proposed where it can be held to, until somebody chooses', () => {
  const hungry = { needs: { memory_mb: 2500 } }
  const memoryOf = (draft: typeof accepted, way: string | undefined, of: typeof hungry | object = hungry) =>
    withProposal(draft, of, way).place.memoryGib
  expect(memoryOf(accepted, 'docker')).toBe('3.5')
  expect(memoryOf(accepted, 'process')).toBe('')
  expect(memoryOf(accepted, undefined)).toBe('')
  expect(memoryOf(accepted, 'docker', {})).toBe('')
  const chosen = { ...accepted, isMemoryChosen: true, place: { ...accepted.place, memoryGib: '' } }
  expect(memoryOf(chosen, 'docker')).toBe('')
})
