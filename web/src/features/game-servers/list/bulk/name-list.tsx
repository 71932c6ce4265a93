// Which game servers a question is about: their names as text, for nothing can be typed there.

import { Box, type BoxProps } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.ts'
import styles from './name-list.module.css'

interface NameListProps extends BoxProps {
  gameServers: readonly { id: number; name: string }[]
  /** The others are counted. */
  most: number
}

export function NameList({ gameServers, most, ...box }: NameListProps) {
  const t = useTexts()
  const others = gameServers.length - most
  return (
    <Box component="ul" className={styles.names} {...box}>
      {gameServers.slice(0, most).map(({ id, name }) => (
        <li key={id} className="breakable">
          {name}
        </li>
      ))}
      {others > 0 && <li className="text-quiet">{t('manyServers.andMore', { count: others })}</li>}
    </Box>
  )
}
