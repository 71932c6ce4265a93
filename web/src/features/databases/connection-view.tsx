// How to connect to a database, in the forms that games and plugins ask for.

import { Box, Button, Group, Stack } from '@mantine/core'
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
  const fields = [
    ['address', `${host}:${port}`],
    ['name', name],
    ['user', user],
    ['password', password],
    ['url', forms.url],
    ['jdbc', forms.jdbc],
    ['yaml', forms.yaml.trimEnd()],
  ] as const
  return (
    <Stack gap={12}>
      {fields.map(([field, text]) => (
        <div key={field}>
          <Box component="p" className="text-label" mb={6}>
            {t(`databases.parts.${field}`)}
          </Box>
          <CopyField text={text} label={`${t('actions.copy')}: ${t(`databases.parts.${field}`)}`} />
        </div>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('actions.done')}</Button>
      </Group>
    </Stack>
  )
}
