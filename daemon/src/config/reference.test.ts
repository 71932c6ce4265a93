import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readDaemonConfig } from './daemon-config.ts'
import { describeFields, exampleFields, writeDaemonYamlPage } from './reference.ts'

test('the page has every field of daemon.yaml, and its example is a file that the daemon takes', () => {
  const page = writeDaemonYamlPage()
  for (const { path } of describeFields()) expect(page).toContain(`| \`${path.join('.')}\` |`)
  expect(page).toContain('| `metrics.collection_interval` | `5s` |')
  expect(readDaemonConfig(stringify(exampleFields()), '/etc/rookery')).toMatchObject({ warnings: [] })
})
