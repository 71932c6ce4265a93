// The order in which a daemon tries the addresses of its panel.

import { expect, test } from 'vitest'
import { createPanelAddresses } from './panel-addresses.ts'

test('every address once: the one that was good first, the one that failed last', async () => {
  const addresses = createPanelAddresses('panel.example:31718', async () => [
    '10.0.0.1',
    '10.0.0.2',
    'fd00::3',
  ])
  const [one, two, three] = ['10.0.0.1:31718', '10.0.0.2:31718', '[fd00::3]:31718']
  expect(await addresses.round()).toEqual([one, two, three])
  addresses.failed(one ?? '')
  expect(await addresses.round()).toEqual([two, three, one])
  addresses.worked(three ?? '')
  expect(await addresses.round()).toEqual([three, two, one])
  addresses.failed(three ?? '')
  expect(await addresses.round()).toEqual([one, two, three])
})

test('one address, or a name that cannot be looked up, is dialled as it was given', async () => {
  const asked: string[] = []
  const single = createPanelAddresses('[::1]:31718', async host => {
    asked.push(host)
    return ['::1']
  })
  expect(await single.round()).toEqual(['[::1]:31718'])
  expect(asked).toEqual(['::1'])
  const unknown = createPanelAddresses('panel.example:31718', async () =>
    Promise.reject(new Error('ENOTFOUND')),
  )
  expect(await unknown.round()).toEqual(['panel.example:31718'])
})
