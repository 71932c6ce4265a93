// What a release tells about the restic in it.

import { expect, test } from 'vitest'
import { escapeModule, licenseName, parseModules } from './restic.ts'
import { writeSbom } from './sbom.ts'

test('what a Go program is made of is read from what it says', () => {
  const told = [
    'restic: go1.26.8',
    '\tpath\tgithub.com/restic/restic/cmd/restic',
    '\tmod\tgithub.com/restic/restic\t(devel)\t',
    '\tdep\tgithub.com/Azure/sdk\tv1.2.3\th1:AAAA=',
    '\tbuild\t-compiler=gc',
  ]
  expect(parseModules(told.join('\n'))).toEqual([['github.com/Azure/sdk', 'v1.2.3', 'h1:AAAA=']])
  expect(escapeModule('github.com/Azure/sdk')).toBe('github.com/!azure/sdk')
})

test.each([
  ['Apache License\n  Version 2.0, January 2004', 'Apache-2.0'],
  ['Mozilla Public License, version 2.0', 'MPL-2.0'],
  ['Redistribution and use in source and binary forms … 2. … ', 'BSD-2-Clause'],
  ['Redistribution and use in source and binary forms … Neither the name of', 'BSD-3-Clause'],
  ['Permission is hereby granted, free of charge, to any person', 'MIT'],
  ['Permission to use, copy, modify, and/or distribute this', 'ISC'],
  ['something else', 'NOASSERTION'],
])('%j is %s', (text, name) => {
  expect(licenseName(text)).toBe(name)
})

test('Go modules are in the bill of materials by their own names and hashes', () => {
  const restic = {
    ...{ name: 'github.com/restic/restic', version: 'v0.19.1', ecosystem: 'golang' as const },
    ...{ license: 'BSD-2-Clause', authors: '', homepage: '', inside: ['bin/restic'], licenseTexts: [''] },
    integrity: `h1:${Buffer.alloc(32, 1).toString('base64')}`,
  }
  const release = { version: '1.0.0', epochSeconds: 0, nodeVersion: '' }
  const sbom = writeSbom(release, [restic], { release: 'trixie', packages: { x64: [], arm64: [] } } as never)
  expect(JSON.parse(sbom)).toMatchObject({
    components: [
      {
        purl: 'pkg:golang/github.com/restic/restic@v0.19.1',
        hashes: [{ alg: 'SHA-256', content: '01'.repeat(32) }],
        licenses: [{ license: { id: 'BSD-2-Clause' } }],
      },
    ],
  })
})
