// The image: what it says about itself, the compose file that uses it, and the list of what it is made of.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { imageConfig, releaseCompose } from './image.ts'
import { parsePackages, readImagePackages } from './image-packages.ts'

const root = dirname(dirname(import.meta.dirname))
const version = '1.2.3'

test('it says what the Dockerfile says', () => {
  const { config, architecture } = imageConfig({ version, architecture: 'arm64', epochSeconds: 0 }, [])
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  expect(architecture).toBe('arm64')
  expect(dockerfile).toContain(`USER ${config.User}\n`)
  expect(dockerfile).toContain(`ENV ${config.Env.slice(1).join(' ')}\n`)
  expect(dockerfile).toContain(`CMD ${JSON.stringify(config.Cmd).replaceAll(',', ', ')}\n`)
  const ports = Object.keys(config.ExposedPorts).map(port => port.replace('/tcp', ''))
  expect(dockerfile).toContain(`EXPOSE ${ports.join(' ')}\n`)
  expect(dockerfile).toContain(`VOLUME ${Object.keys(config.Volumes).join(' ')}\n`)
})

test('the compose file of a release uses its image, as hardened as in a clone, and builds nothing', () => {
  const source = readFileSync(join(root, 'docs/operate/docker/panel.compose.yaml'), 'utf8')
  const { build: _build, image: _image, ...rest } = parse(source).services.panel as Record<string, unknown>
  const panel = parse(releaseCompose(source, version)).services.panel as Record<string, unknown>
  expect(panel).toEqual({ ...rest, image: 'rookery:1.2.3', pull_policy: 'never' })
  expect(() => releaseCompose('services: {}', version)).toThrow('not as expected')
})

test('packages of Debian are pinned by hash, the same ones for both machines', () => {
  const { packages } = readImagePackages(root)
  expect(packages.x64.map(({ name }) => name)).toEqual(packages.arm64.map(({ name }) => name))
  for (const { path, sha256 } of [...packages.x64, ...packages.arm64]) {
    expect(path).toMatch(/^debian(-security)?\/pool\/.*\.deb$/)
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  }
  const index = 'Package: a\nVersion: 1\nFilename: pool/a.deb\nSHA256: ab\n\nPackage: b\nVersion: 2\n'
  expect(parsePackages(index)).toEqual([{ name: 'a', version: '1', path: 'pool/a.deb', sha256: 'ab' }])
})
