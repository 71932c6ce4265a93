// POST /api/servers/{server}/repair: what the present crash report, or failed installation, offers is done; then the
// game is installed where it was not, and started.

import { isDeepStrictEqual } from 'node:util'
import type { CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import type { PortName, Template } from '@rookery/contracts/template.ts'
import type { AlsoCreate } from '../../../platform/database/portable.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { FindPorts } from '../creation/find-ports.ts'
import type { FindLine } from '../logic/crash-causes.ts'
import { changeProblems, type Viewer } from '../logic/variable-values.ts'
import { type Choose, refuse, type SaveChanges } from '../save-changes.ts'
import { hideSecrets } from '../secret-values.ts'
import type { GameServerChoices, StoredGameServer } from '../stored-game-server.ts'
import { crashReportOf } from './crash-report.ts'
import { offeredFailure } from './offered-failure.ts'

interface RepairDeps {
  saveChanges: SaveChanges
  findPorts: FindPorts
  findLine: FindLine
  tasks: Pick<Tasks, 'create'>
}

interface RepairRequest {
  server: StoredGameServer
  template: Template
  repair: CrashRepair
  viewer: Viewer
  requestedBy: number
  /** Written together with its first task. */
  also: AlsoCreate | undefined
}

const fieldOf = { game: 'port', query: 'queryPort', rcon: 'rconPort' } as const
const typedKeys = Object.keys as <Key extends string>(of: Record<Key, unknown>) => Key[]

export function createRepair({ saveChanges, findPorts, findLine, tasks }: RepairDeps) {
  function requireOffered({ template, repair, viewer }: RepairRequest, server: StoredGameServer): void {
    const report = crashReportOf(server, template, { ...viewer, mayReadConsole: true }, findLine)
    if (report?.causes.some(cause => isDeepStrictEqual(cause.repair, repair))) return
    const failure = offeredFailure(server, template, viewer, true)
    if (failure?.repairs.some(offered => isDeepStrictEqual(offered, repair))) return
    const what = failure ? 'failed installation' : 'crash report'
    throw new PanelError('conflict', {
      message: `its present ${what} no longer offers this: reload the game server`,
    })
  }

  /** Above the present one, which is in use although no game server has it. Names that share a number keep sharing. */
  async function anotherPort(
    { server, template }: RepairRequest,
    name: PortName,
  ): Promise<Partial<GameServerChoices>> {
    const numbers = { port: server.port, queryPort: server.queryPort, rconPort: server.rconPort }
    const present = numbers[fieldOf[name]] ?? server.port
    const moving = typedKeys(numbers).filter(field => numbers[field] === present)
    const steps = moving.includes('port') ? template.extra_ports : []
    const also = steps.flatMap(({ game_plus, protocol }) =>
      game_plus === undefined ? [] : [{ plus: game_plus, protocol }],
    )
    const own = template.ports[name]?.protocol ?? 'both'
    const protocol = moving.length > 1 ? 'both' : own
    const open = { place: name, preferred: present + 1, protocol, also }
    const [found = present] = await findPorts(server.nodeId, [open], [present])
    return Object.fromEntries(moving.map(field => [field, found]))
  }

  async function choiceOf(input: RepairRequest): Promise<Choose> {
    const { repair, viewer } = input
    if (repair.do === 'set-variable') {
      return (present, template) => {
        const values = { [repair.name]: repair.value }
        refuse(changeProblems(template, values, viewer))
        return { variables: { ...present.variables, ...hideSecrets(template, values) } }
      }
    }
    if (repair.do === 'use-image') return () => ({ image: repair.label })
    if (repair.do !== 'choose-port') return () => ({})
    const ports = await anotherPort(input, repair.port)
    return () => ports
  }

  return async (input: RepairRequest): Promise<{ task_id: number }> => {
    const { server, repair, requestedBy, also } = input
    requireOffered(input, server)
    const work = { nodeId: server.nodeId, gameServerId: server.id, requestedBy, also }
    if (repair.do === 'reinstall' || repair.do === 'update') {
      return { task_id: await tasks.create({ ...work, kind: repair.do, followedBy: ['start'] }) }
    }
    const choose = await choiceOf(input)
    const offered: Choose = (present, template) => {
      requireOffered(input, present)
      return choose(present, template)
    }
    await saveChanges(server.id, offered, requestedBy)
    if (server.state === 'install_failed') {
      const kind = server.installFailure?.action === 'update' ? 'update' : 'install'
      return { task_id: await tasks.create({ ...work, kind, followedBy: ['start'] }) }
    }
    return { task_id: await tasks.create({ ...work, kind: 'start' }) }
  }
}
