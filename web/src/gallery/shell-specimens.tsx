// The palette, the help for the keyboard, and what stands where a page will be.

import {
  IconDeviceGamepad2,
  IconHome,
  IconPlayerPlay,
  IconPlayerStop,
  IconServer2,
  IconServerBolt,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Palette, type PaletteEntry } from '../features/shell/palette-view.tsx'
import { Shortcuts } from '../features/shell/shortcuts-view.tsx'
import { LoadingForm, LoadingPage, type PageShape } from '../ui/feedback/loading-rows.tsx'
import { ignore, Specimen } from './specimen.tsx'

const entries: PaletteEntry[] = [
  { id: '1', group: 'groupRecent', title: 'Wolfpack', note: 'Running', Icon: IconServer2, run: ignore },
  { id: '6', group: 'groupHere', title: 'Stop Badger', Icon: IconPlayerStop, run: ignore },
  { id: 'home', group: 'groupPages', title: 'Home', Icon: IconHome, run: ignore },
  {
    id: '2',
    group: 'groupServers',
    title: 'A name that is far too long to fit into one line of a palette on a phone',
    note: 'Stopped',
    Icon: IconServer2,
    run: ignore,
  },
  { id: '3', group: 'groupNodes', title: 'Basement', Icon: IconServerBolt, run: ignore },
  { id: '4', group: 'groupGames', title: 'Arena', Icon: IconDeviceGamepad2, run: ignore },
  { id: '5', group: 'groupActions', title: 'Start Wolfpack', Icon: IconPlayerPlay, run: ignore },
]

function Keys({ pages }: { pages: Parameters<typeof Shortcuts>[0]['pages'] }) {
  const [areOn, setAreOn] = useState(true)
  return <Shortcuts pages={pages} areSingleKeysOn={areOn} onSingleKeys={setAreOn} />
}

const shapes: PageShape[] = ['rows', 'form', 'tabs']

export function ShellSpecimens() {
  return (
    <>
      {shapes.map(shape => (
        <Specimen key={shape} name={`a page on its way, ${shape}`}>
          <LoadingPage shape={shape} isLate />
        </Specimen>
      ))}
      <Specimen name="a form on its way" isNarrow>
        <LoadingForm isLate />
      </Specimen>
      <Specimen name="palette" isNarrow>
        <Palette entries={entries} onClose={ignore} />
      </Specimen>
      <Specimen name="palette with nothing in it" isNarrow>
        <Palette entries={[]} onClose={ignore} />
      </Specimen>
      <Specimen name="keyboard of an administrator">
        <Keys pages={['home', 'servers', 'nodes', 'templates', 'tasks', 'people', 'plugins', 'profile']} />
      </Specimen>
      <Specimen name="keyboard of a user" isNarrow>
        <Keys pages={['home', 'servers', 'tasks', 'profile']} />
      </Specimen>
    </>
  )
}
