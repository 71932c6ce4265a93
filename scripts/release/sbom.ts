// The bill of materials of a release in CycloneDX JSON: every package that is inside, and Node.

import { createHash } from 'node:crypto'
import type { ContainedPackage } from './contained.ts'
import type { DebianPackage, ImagePackages } from './image-packages.ts'
import { type Architecture, architectures, machineNames } from './machines.ts'

export interface Release {
  version: string
  /** Of the commit. */
  epochSeconds: number
  nodeVersion: string
}

const specification = '1.6'

export function writeSbom(
  release: Release,
  packages: readonly ContainedPackage[],
  image: ImagePackages,
): string {
  const { version, epochSeconds, nodeVersion } = release
  const node = packages.filter(({ name }) => name.startsWith('node-linux-'))
  const components = [
    ...(node.length > 0 ? [nodeComponent(nodeVersion)] : []),
    ...packages.map(packageComponent),
    ...architectures.flatMap(architecture =>
      image.packages[architecture].map(entry => debianComponent(image.release, architecture, entry)),
    ),
  ]
  const self = `pkg:generic/rookery@${version}`
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: specification,
    // The same release has the same number, whoever makes it.
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([release, components]))}`,
    version: 1,
    metadata: {
      timestamp: new Date(epochSeconds * 1_000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'rookery',
        version,
        purl: self,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
    dependencies: [{ ref: self, dependsOn: components.map(component => component['bom-ref']) }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** By the name under which its vulnerabilities are published. */
function nodeComponent(version: string) {
  const purl = `pkg:generic/node@${version}`
  return {
    type: 'application',
    'bom-ref': purl,
    name: 'node',
    version,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl,
    licenses: [{ license: { id: 'MIT' } }],
  }
}

function packageComponent(contained: ContainedPackage) {
  const { name, version, license, integrity, homepage, inside, ecosystem = 'npm' } = contained
  const purl = `pkg:${ecosystem}/${name.replace('@', '%40')}@${version}`
  const isExpression = / (AND|OR|WITH) /.test(license)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: isExpression ? [{ expression: license }] : [{ license: licenseName(license) }],
    ...(integrity === null ? {} : { hashes: [hashOf(integrity)] }),
    ...(homepage === '' ? {} : { externalReferences: [{ type: 'website', url: homepage }] }),
    properties: inside.map(value => ({ name: 'rookery:inside', value })),
  }
}

/** Only in the image. */
function debianComponent(
  release: string,
  architecture: Architecture,
  { name, version, sha256 }: DebianPackage,
) {
  const machine = machineNames[architecture].deb
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${machine}&distro=${release}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    properties: [{ name: 'rookery:inside', value: 'image' }],
  }
}

/** Ids of SPDX have no spaces; anything else is a name. */
const licenseName = (license: string) => (/^[\w.+-]+$/.test(license) ? { id: license } : { name: license })

/** Go's `h1:` is a SHA-256 over the hashes of the module's files. */
function hashOf(integrity: string): { alg: string; content: string } {
  const ofGo = /^h1:(\S+)/.exec(integrity)?.[1]
  if (ofGo !== undefined) return { alg: 'SHA-256', content: Buffer.from(ofGo, 'base64').toString('hex') }
  const encoded = /sha512-(\S+)/.exec(integrity)?.[1] ?? ''
  return { alg: 'SHA-512', content: Buffer.from(encoded, 'base64').toString('hex') }
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
