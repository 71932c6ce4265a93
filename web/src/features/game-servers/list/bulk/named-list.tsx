// Names of several game servers, the first few of many.

import { Box } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.ts'

const visibleNames = 8

export function NamedList({ gameServers }: { gameServers: readonly { id: number; name: string }[] }) {
  const t = useTexts()
  const count = gameServers.length
  return (
    <Box component="ul" className="well" px={12} py={8} fz={13.5} lh={1.7}>
      {gameServers.slice(0, visibleNames).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {count > visibleNames && <li>{t('serverList.andMore', { count: count - visibleNames })}</li>}
    </Box>
  )
}
