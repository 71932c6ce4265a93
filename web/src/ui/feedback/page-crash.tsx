// What stands where a page broke: said in words, with the way out.

import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from './empty-state.tsx'
import { whyPageBroke } from './page-crash-rules.ts'

const icons = { crash: IconAlertTriangle, offline: IconCloudOff, newVersion: IconRefresh }

export function PageCrash({ error }: { error?: unknown }) {
  const t = useTexts()
  const why = whyPageBroke(error, navigator.onLine)
  const Icon = icons[why]
  return (
    <EmptyState
      isProblem
      icon={<Icon size={28} stroke={1.5} />}
      title={t(`problems.${why}Title`)}
      text={t(`problems.${why}Text`)}
      action={
        <Group gap={8} justify="center">
          <Button onClick={() => window.location.reload()}>{t('problems.reload')}</Button>
          <Button variant="default" component="a" href="/">
            {t('pages.goHome')}
          </Button>
        </Group>
      }
    />
  )
}
