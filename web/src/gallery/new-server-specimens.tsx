// A new server: the catalog to pick from, and the form of a chosen game.

import { nodes, templates } from '../../pictures/fixtures/fleet-fixtures.ts'
import { foundTemplate } from '../../pictures/fixtures/game-fixtures.ts'
import { held } from '../../pictures/fixtures/plan-fixtures.ts'
import {
  NewGameServerForm,
  type NewGameServerFormProps,
} from '../features/game-servers/create/new-game-server-form.tsx'
import { PickGameView } from '../features/game-servers/create/pick-game-view.tsx'
import { ignore, Specimen } from './specimen.tsx'

function Shown({ id, ...changes }: { id: number } & Partial<NewGameServerFormProps>) {
  const found = foundTemplate(id)
  if (!found) return null
  return (
    <NewGameServerForm
      summary={found}
      template={found.template}
      nodes={nodes}
      gameServers={[]}
      proposedPort={null}
      onNode={ignore}
      placement={null}
      onPlacement={ignore}
      pageHost="play.example.com"
      isBusy={false}
      problem={null}
      faults={{}}
      onChangeGame={ignore}
      onCreate={ignore}
      {...changes}
    />
  )
}

export function NewServerSpecimens() {
  return (
    <>
      <Specimen name="New server, pick a game">
        <PickGameView mayCreate templates={templates} nodes={nodes} onPick={ignore} />
      </Specimen>
      <Specimen name="New server, no games">
        <PickGameView mayCreate templates={[]} nodes={[]} onPick={ignore} />
      </Specimen>
      <Specimen name="New server of the demo game">
        <Shown id={1} />
      </Specimen>
      <Specimen name="New server with a license to accept, refused">
        <Shown
          id={2}
          problem="The panel rejected this: the port is taken"
          faults={{ 'variables.MOTD': ['is used already'], port: ['is taken by Anarchy'] }}
        />
      </Specimen>
      <Specimen name="New server, no node can run it">
        <Shown id={2} nodes={nodes.filter(({ name }) => name === 'attic')} />
      </Specimen>
      <Specimen name="New server within a plan">
        <Shown id={2} plan={held} />
      </Specimen>
      <Specimen name="New server, no node at all">
        <Shown id={2} nodes={[]} />
      </Specimen>
    </>
  )
}
