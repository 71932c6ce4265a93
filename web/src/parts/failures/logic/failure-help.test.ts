// Tests of where a person is sent for help.

import { installFailureKinds } from '@rookery/contracts/install-failure.ts'
import { crashCauses } from '@rookery/contracts/template/crash-hints.ts'
import { expect, test } from 'vitest'
import { helpForCrash, helpForFailure } from './failure-help.ts'

const all = { files: true, settings: true, administration: true }

test('nobody is sent where they may not go', () => {
  const none = { files: false, settings: false, administration: false }
  for (const kind of installFailureKinds) expect(helpForFailure(kind, none)).toEqual([])
  for (const cause of crashCauses) expect(helpForCrash(cause, none)).toEqual([])
  expect(helpForFailure('no-space', { ...none, files: true })).toEqual(['files'])
})

test('a full disk leads to files and node, a lost network to what to check, a taken port to the ports, a wrong checksum to its template', () => {
  expect(helpForFailure('no-space', all)).toEqual(['files', 'node'])
  expect(helpForFailure('no-dns', all)).toEqual(['network', 'node'])
  expect(helpForFailure('port-in-use', all)).toEqual(['ports'])
  expect(helpForFailure('checksum', all)).toEqual(['template'])
  expect(helpForCrash('no-space', all)).toEqual(['files', 'node'])
  expect(helpForCrash('out-of-memory', all)).toEqual(['limits'])
})
