// The rows of a list of game servers: each is read as one text, and written as one that is made once for each text.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import { cacheByText } from '../../platform/cache-by-text.ts'
import { readRowText, type TextColumns } from '../../platform/database/rows-as-text.ts'
import { type ListedGameServer, listedGameServer } from './game-server-answers.ts'
import { storedTags } from './stored-game-server.ts'

interface ListedValues extends Omit<ListedGameServer, 'template' | 'tags'> {
  templateId: number
  slug: string
  templateName: string
  game: string
  source: ListedGameServer['template']['source']
  tags: string
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
}

export interface ListedRow {
  readonly server: ListedGameServer
  /** As JSON, without what is planned. */
  text(nodeOnline: boolean): string
}

const rememberedCharacters = 4 * 1024 * 1024

export const createReadListedRow = () => cacheByText(readListedRow, { characters: rememberedCharacters })

export function readListedRow(text: string): ListedRow {
  const server = listedIn(text)
  const texts = { online: '', away: '' }
  return {
    server,
    text(nodeOnline) {
      const which = nodeOnline ? 'online' : 'away'
      texts[which] ||= JSON.stringify(listedGameServer(server, nodeOnline))
      return texts[which]
    },
  }
}

/** What is planned is the last field of a row. */
export function withPlan(text: string, planned: GameServer['planned']): string {
  return planned ? `${text.slice(0, -1)},"planned":${JSON.stringify(planned)}}` : text
}

function listedIn(text: string): ListedGameServer {
  const values = readRowText(listedColumns, text)
  const { id, slug, templateName: name, game, source } = values
  return {
    ...values,
    template: { id: values.templateId, slug, name, game, source },
    tags: parseJson(storedTags, values.tags, `tags of game server ${id}`),
  }
}
