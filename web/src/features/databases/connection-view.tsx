// How to connect to a database, in the forms that games and plugins ask for.

import { Box, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import type { readDatabaseConnection } from '@rookery/contracts/http/databases.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import { useTexts } from '../../texts/texts.ts'
import { CopyField } from '../../ui/controls/copy-button.tsx'

export interface ConnectionViewProps {
  connection: AnswerOf<typeof readDatabaseConnection>
  onClose: () => void
}

export function ConnectionView({ connection, onClose }: ConnectionViewProps) {
  const t = useTexts()
  const { host, port, name, user, password, forms } = connection
  const parts = [
    ['address', `${host}:${port}`],
    ['name', name],
    ['user', user],
    ['password', password],
  ] as const
  const wholes = [
    ['url', forms.url],
    ['jdbc', forms.jdbc],
    ['yaml', forms.yaml.trimEnd()],
  ] as const
  return (
    <Stack gap={12}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12} verticalSpacing={12}>
        {parts.map(part => (
          <Part key={part[0]} part={part} />
        ))}
      </SimpleGrid>
      {wholes.map(part => (
        <Part key={part[0]} part={part} />
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('actions.done')}</Button>
      </Group>
    </Stack>
  )
}

type PartName = 'address' | 'name' | 'user' | 'password' | 'url' | 'jdbc' | 'yaml'

function Part({ part: [name, text] }: { part: readonly [PartName, string] }) {
  const t = useTexts()
  const label = t(`databases.parts.${name}`)
  return (
    <div>
      <Box component="p" className="text-label" mb={6}>
        {label}
      </Box>
      <CopyField text={text} label={`${t('actions.copy')}: ${label}`} />
    </div>
  )
}
