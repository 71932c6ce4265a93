// Who has access to a game server, as its owner sees and changes it.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { PersonWithAccess, ServerAccess } from '@rookery/contracts/http/ownership.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface OwnerAccessViewProps {
  access: ServerAccess
  problem: string | null
  isBusy: boolean
  onInvite: () => void
  onChange: (person: PersonWithAccess) => void
  onRemove: (person: PersonWithAccess) => void
  onTransfer: () => void
  onWithdraw: () => void
}

export function OwnerAccessView(props: OwnerAccessViewProps) {
  const { access, problem, isBusy, onInvite, onTransfer, onWithdraw } = props
  const t = useTexts()
  const { owner, people, offer } = access
  return (
    <Stack gap={16}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <Panel title={t('ownership.owner')}>
        <Group p={16} gap={12} justify="space-between">
          <Box flex="1 1 220px">
            {owner ? <NameAndLogin {...owner} /> : t('ownership.nobody')}
            {offer && <p className="text-quiet">{t('ownership.offered', { name: offer.to.name })}</p>}
          </Box>
          {offer ? (
            <Button variant="default" loading={isBusy} onClick={onWithdraw}>
              {t('ownership.withdraw')}
            </Button>
          ) : (
            <Button variant="default" onClick={onTransfer}>
              {t('ownership.transfer')}
            </Button>
          )}
        </Group>
      </Panel>
      <Panel
        title={t('ownership.people')}
        action={
          <Button size="xs" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onInvite}>
            {t('ownership.invite')}
          </Button>
        }
      >
        {people.length === 0 ? (
          <EmptyState
            icon={<IconUserPlus size={28} stroke={1.5} />}
            title={t('ownership.empty')}
            text={t('ownership.emptyText')}
          />
        ) : (
          <ul className="divided">
            {people.map(person => (
              <Person key={person.id} person={person} {...props} />
            ))}
          </ul>
        )}
      </Panel>
      <p className="text-quiet">{t('ownership.also')}</p>
    </Stack>
  )
}

function NameAndLogin({ name, login }: { name: string; login: string }) {
  return (
    <Group gap="0 8px" wrap="wrap">
      <span className="text-name">{name}</span>
      {name !== login && <span className="mono text-caption">{login}</span>}
    </Group>
  )
}

interface PersonProps extends Pick<OwnerAccessViewProps, 'isBusy' | 'onChange' | 'onRemove'> {
  person: PersonWithAccess
}

function Person({ person, isBusy, onChange, onRemove }: PersonProps) {
  const t = useTexts()
  const { name, permissions, denied } = person
  const deniedNames = denied.map(permission => t(`permissionTitles.${permission}`)).join(', ')
  return (
    <Group component="li" p="12px 16px" gap="8px 12px" justify="space-between">
      <Box flex="1 1 220px">
        <NameAndLogin {...person} />
        <p className="text-caption">{t('ownership.count', { count: permissions.length })}</p>
        {denied.length > 0 && <p className="text-caption">{t('ownership.denied', { list: deniedNames })}</p>}
      </Box>
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          aria-label={t('ownership.changeOf', { name })}
          onClick={() => onChange(person)}
        >
          {t('ownership.change')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={t('ownership.removeOf', { name })}
          onClick={() => onRemove(person)}
        >
          {t('ownership.remove')}
        </Button>
      </Group>
    </Group>
  )
}
