// Complete rows for tests of the database, to which a test adds only what it is about.

import type { Insertable } from 'kysely'
import type { Schema } from '../schema.ts'

const created_at = 1_800_000_000_000

export function sampleUser(login: string): Insertable<Schema['users']> {
  return {
    login,
    login_key: login,
    name: 'Ada',
    password_hash: '$2b$13$…',
    metadata: '{}',
    created_at,
    updated_at: created_at,
  }
}

export function sampleNode(name: string): Insertable<Schema['nodes']> {
  return { name, ips: '[]', runtimes: '[]', limits: '{}', created_at, updated_at: created_at }
}

export function sampleTemplate(slug: string): Insertable<Schema['templates']> {
  return {
    slug,
    name: slug,
    game: 'arena',
    definition: '{}',
    source: 'own',
    created_at,
    updated_at: created_at,
  }
}

export function sampleGameServer(nodeId: number, templateId: number): Insertable<Schema['game_servers']> {
  return {
    uuid: crypto.randomUUID(),
    name: 'one',
    node_id: nodeId,
    template_id: templateId,
    state: 'stopped',
    state_changed_at: created_at,
    ip: '127.0.0.1',
    port: 27_015,
    tags: '[]',
    variables: '{}',
    process_manager: 'process',
    autostart: true,
    update_before_start: false,
    crash_policy: '{}',
    created_at,
    updated_at: created_at,
  }
}
