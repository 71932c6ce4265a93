// The definition that the panel would render of a built-in template, for a test that is its own panel.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { readTemplate } from '@rookery/contracts/template/read-template.ts'
import { renderDefinition } from '../../panel/src/features/templates/logic/render-definition.ts'

const folder = new URL('../../templates/', import.meta.url)

export interface CatalogOptions {
  port: number
  processManager: GameServerDefinition['process_manager']
  rconPassword: string
  name?: string
  variables?: Record<string, string>
}

export function catalogDefinition(slug: string, options: CatalogOptions): GameServerDefinition {
  const read = readTemplate(readFileSync(new URL(`${slug}.yaml`, folder), 'utf8'))
  if ('problems' in read) throw new Error(`the template ${slug} is broken`)
  return renderDefinition(read.template, {
    name: 'rookery',
    variables: {},
    ...options,
    uuid: randomUUID(),
    ip: '127.0.0.1',
    queryPort: null,
    rconPort: null,
    memoryLimitBytes: null,
    cpuLimitPercent: null,
    diskLimitBytes: null,
    autostart: false,
    crashPolicy: { restart: false, attempts: 1, window_ms: 60_000, delay_ms: 0 },
  })
}
