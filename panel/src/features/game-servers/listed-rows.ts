// The rows of a list of game servers: each is read as one text, and written as one that is made once for each text.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { cacheByText } from '../../platform/cache-by-text.ts'
import { jsonColumn } from '../../platform/database/json-columns.ts'
import { readRowText, type TextColumns } from '../../platform/database/rows-as-text.ts'
import { timeOf } from '../../platform/times.ts'
import { type ListedGameServer, listedGameServer, type Reader, readers } from './game-server-answers.ts'
import { ownerOf, storedTags } from './stored-game-server.ts'

interface ListedValues extends Omit<ListedGameServer, 'template' | 'tags' | 'owner' | 'suspended'> {
  templateId: number
  slug: string
  templateName: string
  game: string
  source: ListedGameServer['template']['source']
  tags: string
  ownerId: number | null
  ownerLogin: string | null
  ownerName: string | null
  suspendedAtMs: number | null
  suspensionReason: string | null
}

export const listedColumns: TextColumns<ListedValues> = {
  id: 'game_servers.id',
  uuid: 'game_servers.uuid',
  name: 'game_servers.name',
  state: 'game_servers.state',
  stateReason: 'game_servers.state_reason',
  stateChangedAtMs: 'game_servers.state_changed_at',
  nodeId: 'game_servers.node_id',
  nodeName: 'nodes.name',
  templateId: 'game_servers.template_id',
  slug: 'templates.slug',
  templateName: 'templates.name',
  game: 'templates.game',
  source: 'templates.source',
  ip: 'game_servers.ip',
  port: 'game_servers.port',
  queryPort: 'game_servers.query_port',
  rconPort: 'game_servers.rcon_port',
  tags: 'game_servers.tags',
  memoryLimitBytes: 'game_servers.memory_limit_bytes',
  cpuLimitPercent: 'game_servers.cpu_limit_percent',
  diskLimitBytes: 'game_servers.disk_limit_bytes',
  processManager: 'game_servers.process_manager',
  installedAtMs: 'game_servers.installed_at',
  createdAtMs: 'game_servers.created_at',
  ownerId: 'game_servers.owner_id',
  ownerLogin: 'users.login',
  ownerName: 'users.name',
  externalId: 'game_servers.external_id',
  suspendedAtMs: 'game_servers.suspended_at',
  suspensionReason: 'game_servers.suspension_reason',
}

export interface ListedRow {
  readonly server: ListedGameServer
  /** As JSON with a comma before it. */
  bytes(nodeOnline: boolean, reader: Reader, planned: GameServer['planned']): Buffer
}

const rememberedCharacters = 4 * 1024 * 1024
const readTags = jsonColumn(storedTags)

export const createReadListedRow = () => cacheByText(readListedRow, { characters: rememberedCharacters })

export function readListedRow(text: string): ListedRow {
  const server = listedIn(text)
  const known: Buffer[] = []
  return {
    server,
    bytes(nodeOnline, reader, planned) {
      const listed = () => listedGameServer(server, { nodeOnline, reader })
      if (planned) return itemOf({ ...listed(), planned })
      const which = Number(nodeOnline) + 2 * readers.indexOf(reader)
      known[which] ??= itemOf(listed())
      return known[which]
    },
  }
}

const itemOf = (listed: GameServer) => Buffer.from(`,${JSON.stringify(listed)}`)

/** A JSON array of what has a comma before it. */
export function arrayOf(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return Buffer.from('[]')
  const bytes = Buffer.concat([...items, Buffer.from(']')])
  bytes.write('[', 0)
  return bytes
}

function suspendedIn({ suspendedAtMs, suspensionReason }: ListedValues): ListedGameServer['suspended'] {
  return suspendedAtMs === null ? null : { at: timeOf(suspendedAtMs), reason: suspensionReason ?? '' }
}

function listedIn(text: string): ListedGameServer {
  const values = readRowText(listedColumns, text)
  const { id, slug, templateName: name, game, source } = values
  return {
    ...values,
    template: { id: values.templateId, slug, name, game, source },
    tags: readTags(values.tags, () => `tags of game server ${id}`),
    owner: ownerOf(values.ownerId, values.ownerLogin, values.ownerName),
    suspended: suspendedIn(values),
  }
}
