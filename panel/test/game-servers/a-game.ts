// Templates, nodes and game servers for tests of settings, copies and crashes.

import { randomUUID } from 'node:crypto'
import type { TemplateInput } from '@rookery/contracts/template.ts'
import { template as templateShape } from '@rookery/contracts/template.ts'
import type { TestPanel } from '../start-test-panel.ts'

export const variables: TemplateInput['variables'] = [
  {
    name: 'PLAYERS',
    title: 'Players',
    default: '16',
    rules: ['required', 'integer', 'between:1,64'],
    hint: 'a whole number from 1 to 64',
  },
  { name: 'EULA', title: 'License', default: 'false', rules: ['required', 'in:true,false'] },
  { name: 'HIDDEN', title: 'Hidden', default: 'inside', visible_to: 'administrators' },
  { name: 'LOCKED', title: 'Locked', default: 'shown', editable_by: 'administrators' },
  { name: 'FIXED', title: 'Fixed', default: 'fixed', editable_by: 'nobody' },
  { name: 'JOIN_PASSWORD', title: 'Password', default: '', rules: ['required', 'min:8'], secret: true },
  {
    name: 'MASTER_KEY',
    title: 'Key',
    default: '',
    rules: ['required'],
    secret: true,
    editable_by: 'administrators',
  },
]

export function gameTemplate(more: Partial<TemplateInput> = {}): TemplateInput {
  const slug = `t-${randomUUID()}`
  return {
    slug,
    name: `Game ${slug.slice(0, 6)}`,
    game: 'script',
    description: '',
    process_managers: ['process', 'docker'],
    container: {
      images: [
        { label: 'Java 17', image: 'example/java:17' },
        { label: 'Java 21', image: 'example/java:21' },
      ],
    },
    ports: { game: { protocol: 'tcp', default: 20_000 }, rcon: { protocol: 'tcp', default: 21_000 } },
    extra_ports: [{ name: 'raw', protocol: 'udp', game_plus: 1 }],
    variables,
    command: ['game', '{var.PLAYERS}'],
    install: [],
    ready: { pattern: null },
    stop: { method: { by: 'signal', signal: 'SIGINT' } },
    ...more,
  }
}

export async function addTemplate(panel: TestPanel, more: Partial<TemplateInput> = {}): Promise<number> {
  const parsed = templateShape.parse(gameTemplate(more))
  const { slug, name, game } = parsed
  const row = { slug, name, game, definition: JSON.stringify(parsed), source: 'own' as const }
  await panel.db
    .insertInto('templates')
    .values({ ...row, created_at: 1, updated_at: 1 })
    .execute()
  const found = panel.db.selectFrom('templates').select('id').where('slug', '=', slug)
  return (await found.executeTakeFirstOrThrow()).id
}

export function rowOf(panel: TestPanel, id: number) {
  return panel.db.selectFrom('game_servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** As if its node had told it. */
export async function setCrashed(panel: TestPanel, id: number, lines: string[], more = {}): Promise<void> {
  const exit = { exit_code: 1, signal: null, out_of_memory: false, last_lines: lines, ...more }
  await panel.db
    .updateTable('game_servers')
    .set({ state: 'crashed', last_exit: JSON.stringify(exit), running_revision: null })
    .where('id', '=', id)
    .execute()
}
