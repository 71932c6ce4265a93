import { expect, it } from 'vitest'
import { EngineProblem } from '../engine.ts'
import { removeContainer } from '../remove-container.ts'

/** An engine that refuses with these statuses, one after the other, and then removes. */
function refusing(...statuses: (number | null)[]) {
  const asked: string[] = []
  const remove = async (id: string) => {
    asked.push(id)
    const status = statuses.shift()
    if (status !== undefined) throw new EngineProblem(status, 'refused')
  }
  return { asked, remove }
}

it('3 a container that ends while it is removed is removed all the same', async () => {
  const engine = refusing(500, 409, 500)
  await removeContainer(engine, 'game')
  expect(engine.asked).toEqual(['game', 'game', 'game', 'game'])
})

it('3 a container that is gone already counts as removed', async () => {
  const engine = refusing(409, 404)
  await removeContainer(engine, 'game')
  expect(engine.asked).toHaveLength(2)
})

it('3 an engine that is away, or refuses for good, is not asked again', async () => {
  for (const status of [null, 403]) {
    const engine = refusing(status)
    await expect(removeContainer(engine, 'game')).rejects.toMatchObject({ status })
    expect(engine.asked).toHaveLength(1)
  }
})
