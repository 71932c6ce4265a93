// The panel that is measured, as its own process, with a game that writes on command and one that tells the time.

import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { floodGame } from './flood-game.ts'

export type MeasuredGame = 'flood' | 'clock' | 'slow-clock'

export interface MeasuredPanel {
  url: string
  grpcPort: number
  enrollmentKey: string
  sessionToken: string
  nodeId: number
  templateIds: Record<MeasuredGame, number>
}

/** Writes down when it writes. */
const clock = (everyMs: number) => `process.stdout.write('ready\\n')
setInterval(() => process.stdout.write('at ' + (performance.timeOrigin + performance.now()) + '\\n'), ${everyMs})`

const panel = await startTestPanel()
Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
const node = await panel.app.nodes.create('node')
const { key } = await panel.app.nodes.issueEnrollment(node.id)
process.send?.({
  url: panel.url,
  grpcPort: panel.grpcPort,
  enrollmentKey: key,
  sessionToken: await panel.signIn(),
  nodeId: node.id,
  templateIds: {
    flood: await addTemplate(panel, 'flood', ['{runtime.node}', 'game'], floodGame),
    clock: await addTemplate(panel, 'clock', ['{runtime.node}', 'game'], clock(7)),
    'slow-clock': await addTemplate(panel, 'slow-clock', ['{runtime.node}', 'game'], clock(61)),
  },
} satisfies MeasuredPanel)

process.on('message', () => {
  global.gc?.()
  process.send?.(process.memoryUsage().rss)
})
process.once('disconnect', () => void panel.stop().then(() => process.exit(0)))

async function addTemplate(
  into: TestPanel,
  slug: string,
  command: string[],
  script: string,
): Promise<number> {
  const definition = {
    slug,
    name: slug,
    game: slug,
    description: '',
    tags: [],
    process_managers: ['process'],
    ports: { game: { protocol: 'tcp', default: 20_000 } },
    variables: [],
    command,
    environment: {},
    install: [{ do: 'write-file', path: 'game', content: script, words: 'writing the game' }],
    ready: { pattern: 'ready', grace_ms: 0 },
    stop: { method: { by: 'signal', signal: 'SIGTERM' }, grace_ms: 1_000 },
  }
  const row = { slug, name: slug, game: slug, definition: JSON.stringify(definition), source: 'own' as const }
  await into.db
    .insertInto('templates')
    .values({ ...row, created_at: 1, updated_at: 1 })
    .execute()
  const query = into.db.selectFrom('templates').select('id').where('slug', '=', slug)
  return (await query.executeTakeFirstOrThrow()).id
}
