import { expect, test } from 'vitest'
import { allScreens } from './all-screens.ts'

test('no two screens would write the same picture', async () => {
  const names = (await allScreens()).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
