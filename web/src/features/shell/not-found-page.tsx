// The page for an address that leads nowhere.

import { Stack } from '@mantine/core'
import { MissingState } from '../../parts/problems/problem-state.tsx'
import frame from '../../ui/controls/controls.module.css'

export function NotFoundPage() {
  return (
    <Stack className={frame.page}>
      <section className="panel">
        <MissingState />
      </section>
    </Stack>
  )
}
