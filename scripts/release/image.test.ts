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

test('the compose files of a release use its image, as hardened as in a clone, and build nothing', () => {
  for (const name of ['panel', 'node']) {
    const source = readFileSync(join(root, `docs/operate/docker/${name}.compose.yaml`), 'utf8')
    const { build: _build, image: _image, ...rest } = parse(source).services[name] as Record<string, unknown>
    const written = releaseCompose(source, version)
    expect(parse(written).services[name]).toEqual({ ...rest, image: 'rookery:1.2.3', pull_policy: 'never' })
    // Nobody who has only the release has the folders of a clone.
    expect(written).not.toContain('docs/operate')
  }
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
