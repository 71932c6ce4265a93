// Writes the page of the catalogue of events, from the catalogue.

import { eventCatalog, eventKinds } from '@rookery/contracts/event-catalog.ts'

const titles = { server: 'Servers', node: 'Nodes', user: 'Users', panel: 'The panel' } as const
const seenBy = {
  server: 'On the channel: whoever may see the server; who did it and why only with the permission for it.',
  node: 'On the channel: whoever may see the node or a server on it.',
  user: 'On the channel: administrators, and the user.',
  panel: 'On the channel: administrators.',
} as const

export function writeEventsPage(): string {
  const head = [
    '# Events',
    '',
    '<!-- Generated from contracts/src/event-catalog.ts by npm run generate; do not edit. -->',
    '',
    'What the panel tells [webhooks and programs](../how-to/webhooks.md). Each event has `id`, `seq`, `type`, `version`, `at` and `data`; below are the kinds with an example of `data`. Within a version a payload only grows: ignore fields that you do not know.',
  ]
  const groups = Object.entries(titles).flatMap(([about, title]) => [
    '',
    `## ${title}`,
    '',
    seenBy[about as keyof typeof titles],
    ...eventKinds.filter(kind => eventCatalog[kind].about === about).flatMap(sectionOf),
  ])
  return `${[...head, ...groups].join('\n')}\n`
}

function sectionOf(kind: (typeof eventKinds)[number]): string[] {
  const { version, sentence, example } = eventCatalog[kind]
  return [
    '',
    `### \`${kind}\``,
    '',
    `${sentence} Version ${version}.`,
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
  ]
}
