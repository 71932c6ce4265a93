// The one way in which a stored game server is changed: checked as a whole, written as a whole, told to its node.

import { isSameRun } from '@rookery/contracts/daemon/same-run.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { Changes } from '../../platform/changes.ts'
import type { RequireState } from '../../platform/http/edit-tags.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Templates } from '../templates/templates.ts'
import { type Definitions, renderChoices } from './definitions.ts'
import type { Begin, Decision, GameServersStore } from './game-servers-store.ts'
import { claimedPorts, type Neighbor, portProblems } from './logic/claimed-ports.ts'
import { editedFields } from './logic/edited-fields.ts'
import { heldTemplateIn } from './ready-settings.ts'
import { comparable, readableValues, unreadableSecrets } from './secret-values.ts'
import type { GameServerChoices, StoredGameServer } from './stored-game-server.ts'

interface ChangeDeps {
  store: GameServersStore
  templates: Pick<Templates, 'find'>
  definitions: Definitions
  changes: Changes
  now(): number
}

/** Throws a PanelError for what must not be. */
export type Choose = (present: StoredGameServer, template: Template) => Partial<GameServerChoices>

/** As `choose`, where somebody demands that what they have read is still so. */
export function unlessChanged(
  choose: Choose,
  stateOf: (present: StoredGameServer) => unknown,
  requireState: RequireState | null,
): Choose {
  if (!requireState) return choose
  return (present, template) => {
    requireState(stateOf(present))
    return choose(present, template)
  }
}

export type SaveChanges = ReturnType<typeof createSaveChanges>

export function createSaveChanges({ store, templates, definitions, changes, now }: ChangeDeps) {
  /** `userId`: null for what the panel has left to do. */
  return async (
    id: number,
    choose: Choose,
    userId: number | null,
    begin?: Begin,
  ): Promise<StoredGameServer> => {
    const known = await store.find(id)
    if (!known) throw unknownGameServer()
    const shared = (await templates.find(known.template.id)).template
    const templateOf: TemplateOfServer = server => heldTemplateIn(server.heldTemplate) ?? shared
    let before = known
    const decideChange = (present: StoredGameServer, neighbors: Neighbor[]) => {
      before = present
      const wanted = { ...present, ...choose(present, templateOf(present)) }
      return decide(templateOf, present, wanted, neighbors)
    }
    const changed = await store.change(id, now(), decideChange, begin)
    if (!changed) throw unknownGameServer()
    const edit = editedFields(comparable(before), comparable(changed), templateOf(changed))
    if (edit && userId !== null)
      changes.publish({ kind: 'game-server-edited', gameServerId: id, userId, edit })
    await definitions.push(changed)
    return changed
  }
}

export function unknownGameServer(): PanelError {
  return new PanelError('not_found', { message: 'there is no such game server' })
}

type TemplateOfServer = (server: StoredGameServer) => Template

function decide(
  templateOf: TemplateOfServer,
  present: StoredGameServer,
  wanted: StoredGameServer,
  neighbors: Neighbor[],
): Decision {
  const plain = (server: StoredGameServer) => ({ ...server, variables: readableValues(server.variables) })
  const claims = (server: StoredGameServer) => JSON.stringify(claimedPorts(templateOf(server), plain(server)))
  // Ports that clash already are no reason to refuse another change.
  if (claims(present) !== claims(wanted)) {
    refuse(portProblems(templateOf(wanted), plain(wanted), neighbors, present.id))
  }
  const isReadable = [present, wanted].every(server => unreadableSecrets(server).length === 0)
  const runOf = (server: StoredGameServer) => renderChoices(templateOf(server), server)
  const keepsRun = isReadable && isSameRun(runOf(present), runOf(wanted))
  return { choices: wanted, keepsRun }
}

/** All of them at once, each at its field. */
export function refuse(problems: Record<string, string[]>): void {
  if (Object.keys(problems).length > 0) throw new PanelError('invalid_input', { fields: problems })
}
