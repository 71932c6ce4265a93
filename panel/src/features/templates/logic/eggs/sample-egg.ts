// An egg as small as they come, for tests.

import { readEgg } from './reading/read-egg.ts'

export const sampleEgg = {
  meta: { version: 'PTDL_v2', update_url: null },
  name: 'Sample',
  author: 'somebody@example.com',
  description: 'A game',
  features: null as string[] | null,
  docker_images: { Debian: 'example.com/debian:12' } as Record<string, string>,
  file_denylist: [] as string[],
  startup: './game --port {{SERVER_PORT}}',
  config: { files: '{}', startup: '{"done": "ready"}', logs: '{}', stop: 'stop' },
  scripts: { installation: { script: 'echo hi', container: 'example.com/installer:1', entrypoint: 'bash' } },
  variables: [] as unknown[],
}

export function sampleVariable(name: string, initial = '', rules: unknown = 'nullable|string') {
  return {
    name,
    description: '',
    env_variable: name,
    default_value: initial,
    user_viewable: true,
    user_editable: true,
    rules,
  }
}

/** What comes of the sample with these changes. */
export function readSample(changes: object = {}) {
  const read = readEgg(JSON.stringify({ ...sampleEgg, ...changes }))
  if ('problem' in read) throw new Error(read.problem)
  return read.egg
}
