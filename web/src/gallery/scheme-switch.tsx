// Switches the colour scheme of the gallery.

import { Button, useMantineColorScheme } from '@mantine/core'

export function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <Button size="xs" variant="default" onClick={toggleColorScheme}>
      Dark or light
    </Button>
  )
}
